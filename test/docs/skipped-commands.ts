/** The commands of the documents that a test cannot run, by the reason. */
const reasons: Record<string, string[]> = {
  'it builds the program that is being tested': [
    'npm install && npm start',
    'npm install && npm test',
    'npm run build',
  ],
  'it downloads packages': ['npm ci', 'apt-get install --yes postgresql redis-server haproxy'],
  'it needs root': [
    'useradd --system --home-dir /var/lib/svcapi --shell /usr/sbin/nologin svcapi',
    'install -d -m 0750 -g svcapi /etc/svcapi',
    'install -d -m 0700 -o svcapi -g svcapi /var/backups/svcapi',
    'install -m 0640 -g svcapi deploy/config.toml /etc/svcapi/config.toml',
  ],
  'it needs the files of a release; test/tools/release.all.test.ts installs them': [
    'apt-get install ./svcapi_1.0.0_amd64.deb',
    'npm install --global --ignore-scripts svcapi-1.0.0.tgz',
    'tar -xf svcapi-1.0.0-linux-x64.tar.xz -C /opt',
    'ln -sfn /opt/svcapi-1.0.0-linux-x64/bin/svcapi /usr/local/bin/svcapi',
  ],
  'it needs systemd': [
    'systemctl restart svcapi',
    'systemctl daemon-reload',
    'systemctl enable --now svcapi',
    'systemctl enable --now svcapi@8081 svcapi@8082 svcapi@8083',
    'systemctl disable svcapi',
    'systemctl reload haproxy',
    'systemctl start svcapi',
    'systemctl start svcapi@8081 svcapi@8082 svcapi@8083',
    'systemctl stop svcapi',
    'systemctl stop svcapi@8081 svcapi@8082 svcapi@8083',
    `for port in 8081 8082 8083; do
  systemctl restart "svcapi@$port"
  until curl -fsS "http://127.0.0.1:$port/readyz" > /dev/null; do sleep 1; done
done`,
  ],
  'it needs a container engine': [
    'docker compose -f deploy/compose.yaml up --detach --build',
    'docker compose -f deploy/compose.yaml exec one svcapi doctor',
    'docker compose -f deploy/compose.yaml exec one svcapi token list',
    'docker compose -f deploy/compose.yaml restart balancer',
    'docker compose -f deploy/compose.yaml build one',
    `for instance in one two three; do
  docker compose -f deploy/compose.yaml up --detach --no-deps --wait "$instance"
done`,
  ],
  'it needs a host of that name': ['curl -fsS https://galaxy.example.org/readyz'],
  'it needs a certificate; test/deploy/balancer.all.test.ts checks the file': [
    'haproxy -c -f /etc/haproxy/haproxy.cfg',
  ],
  'it needs PostgreSQL': [
    `runuser -u postgres -- psql --quiet --command "create role svcapi login password '$password'" \\
  --command "create database svcapi owner svcapi encoding 'UTF8' template template0"`,
    'svcapi doctor --config /etc/svcapi/config.toml',
    'runuser -u postgres -- pg_dump --format=custom svcapi > "/var/backups/svcapi/$(date +%F).dump"',
    'runuser -u postgres -- dropdb svcapi',
    'runuser -u postgres -- createdb --owner=svcapi --encoding=UTF8 --template=template0 svcapi',
    'runuser -u postgres -- pg_restore --exit-on-error --dbname=svcapi < "/var/backups/svcapi/$(date +%F).dump"',
  ],
};

/** The reason of each skipped command. */
export const skippedCommands = new Map(
  Object.entries(reasons).flatMap(([reason, commands]) => commands.map((command) => [command, reason] as const)),
);
