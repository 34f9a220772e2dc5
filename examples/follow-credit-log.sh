#!/bin/sh
# Prints the transactions that have come since it ran last, one a line, and remembers the last one.
#
#   */5 * * * *  follow-credit-log.sh >> "$HOME/credits.tsv"
set -eu
state=${XDG_STATE_HOME:-$HOME/.local/state}/svcapi/last-transaction
mkdir -p "$(dirname "$state")"
last=$(cat "$state" 2> /dev/null || echo 0)

svcapi creditlog --since "$last" > "$state.new"
cat "$state.new"
# The id comes first, the newest last. Only what was printed is remembered.
id=$(tail -n 1 "$state.new" | cut -f 1)
[ -z "$id" ] || echo "$id" > "$state"
rm "$state.new"
