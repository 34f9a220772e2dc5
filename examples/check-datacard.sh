#!/bin/sh
# Fails a pipeline unless a datacard has enough uses left, and says why.
#
#   check-datacard.sh 14:1 50
set -u
datacard=$1
needed=$2

row=$(svcapi datacard show "$datacard" --output tsv)
case $? in
  0) ;;
  4 | 5) echo "The token of this pipeline is not valid, or lacks a permission: create a new one." >&2; exit 1 ;;
  6) echo "There is no datacard $datacard that this token may see." >&2; exit 1 ;;
  *) echo "The datacard could not be checked; try again." >&2; exit 1 ;;
esac

# There is a line for each location, and all of them begin with the datacard and its uses.
uses=$(printf '%s\n' "$row" | head -n 1 | cut -f 6)
[ "$uses" -eq -1 ] || [ "$uses" -ge "$needed" ] || {
  echo "$datacard has $uses uses left, $needed are needed." >&2
  exit 1
}
