#!/bin/sh
# Makes the files that compose.yaml reads from deploy/secrets: passwords, the settings of the instances, and a self-signed
# certificate to begin with. It keeps files that exist.
#
#   deploy/make-secrets.sh galaxy.example.org
set -eu
name=$1
cd "$(dirname "$0")"
mkdir -p secrets
# The mode of the folder keeps other users out. The files themselves must be readable for the users in the containers.
chmod 700 secrets
umask 022
cd secrets

[ -e postgres-password ] || openssl rand -hex 24 > postgres-password
[ -e redis.conf ] || echo "requirepass $(openssl rand -hex 24)" > redis.conf
[ -e svcapi.toml ] || cat > svcapi.toml << END
database = "postgres://svcapi:$(cat postgres-password)@postgres/svcapi"
redis = "redis://:$(cut -d ' ' -f 2 redis.conf)@redis"
public-url = "https://$name"
trusted-proxies = ["172.30.80.10"]
END
[ -e certificate.pem ] || {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout key.pem -out crt.pem 2> /dev/null
  cat crt.pem key.pem > certificate.pem
  rm crt.pem key.pem
}
echo "deploy/secrets is complete; put the real certificate and its key into deploy/secrets/certificate.pem."
