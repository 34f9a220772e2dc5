#!/bin/sh
# The same suite from a shell: it starts a sandbox, and controls it with curl. Any language can do what is done here.
#
#   sandbox.sh                 needs svcapi on the path, and curl
set -eu

folder=$(mktemp -d)
svcapi serve --sandbox --port 0 --demo-size 0.1 --log-level silent > "$folder/log" &
server=$!
trap 'kill $server; rm -r "$folder"' EXIT
until grep -q /sandbox/faults "$folder/log"; do
  kill -0 $server # It has ended if this fails.
  sleep 0.1
done
url=$(sed -n 's/^svcapi listens on \([^ ]*\) as a sandbox.*/\1/p' "$folder/log")
token=$(sed -n 's/^ *export TOKEN=//p' "$folder/log")

# control PATH JSON: asks the sandbox for something, and prints its answer.
control() {
  curl -fsS --json "$2" "$url/sandbox/$1"
}

# field NAME: prints a field of the JSON on standard input.
field() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"
}

# status PATH [TOKEN]: prints the status of a GET; 000 without an answer.
status() {
  curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer ${2:-$token}" "$url/ws/v2.0$1" || :
}

# expect WHAT EXPECTED FOUND: fails unless both are the same.
expect() {
  [ "$2" = "$3" ] || { echo "not ok: $1: $3 instead of $2" >&2; exit 1; }
  echo "ok: $1"
}

expect 'the token is good' 200 "$(status /character)"

expect 'the clock can be set' 1764226800 "$(control clock '{"set":"Year 27 Day 2"}' | field now)"
expect 'the clock can be moved' 1764234000 "$(control clock '{"advance":"2h"}' | field now)"

reader=$(control tokens '{"character":"1:3","permissions":["character_read"],"lifetime":"1h"}' | field token)
expect 'a token reads its character' 200 "$(status /character "$reader")"
expect 'a token lacks a permission' 401 "$(status /character/1:3/credits "$reader")"

control faults '{"route":"GET /character","code":"rate_limit_exceeded","times":1}' > "$folder/fault"
expect 'a call is over the limit' 400 "$(status /character)"
expect 'the next call is not' 200 "$(status /character)"

control faults '{"route":"*","status":503,"times":1}' > "$folder/fault"
expect 'the service is unavailable' 503 "$(status /character)"
control faults '{"route":"*","empty":true,"times":1}' > "$folder/fault"
expect 'there is no answer' 000 "$(status /character)"
control faults '{"route":"*","delay":10,"times":1}' > "$folder/fault"
expect 'an answer is slow' 200 "$(status /character)"
control faults '{"route":"*","cut":100,"times":1}' > "$folder/fault"
if curl -fsS -H "Authorization: Bearer $token" "$url/ws/v2.0/character" > "$folder/cut" 2> "$folder/error"; then
  expect 'an answer is cut' failure success
fi
expect 'an answer is cut' 100 "$(($(wc -c < "$folder/cut")))"

before=$(control snapshots '{}' | field snapshot)
control records '{"records":[{"kind":"faction","uid":"20:900","name":"Harbour"}]}' > "$folder/loaded"
expect 'a record is there' 200 "$(status /entity/20:900)"
control reset "{\"snapshot\":\"$before\"}" > "$folder/reset"
expect 'a snapshot is back' 404 "$(status /entity/20:900)"

expect 'a request is recorded' 1 "$(curl -fsS "$url/sandbox/requests" | grep -c '"path":"/ws/v2.0/entity/20:900"')"

expect 'the beginning is back' 1764140400 "$(control reset '{}' | field now)"
