#!/bin/sh
# Prints the transactions since its last run, one per line, and remembers the last one.
#
#   */5 * * * *  follow-credit-log.sh >> "$HOME/credits.tsv"
set -eu
state=${XDG_STATE_HOME:-$HOME/.local/state}/svcapi/last-transaction
mkdir -p "$(dirname "$state")"
last=$(cat "$state" 2> /dev/null || echo 0)

svcapi creditlog --after "$last" > "$state.new"
cat "$state.new"
# The first column is the id, and the last line is the newest. It is remembered only after it was printed.
id=$(tail -n 1 "$state.new" | cut -f 1)
[ -z "$id" ] || echo "$id" > "$state"
rm "$state.new"
