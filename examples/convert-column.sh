#!/bin/sh
# Adds a column of dates to a CSV file whose column of galactic times or Unix seconds has the given number:
#
#   convert-column.sh flights.csv 2 > flights-with-dates.csv
#
# The fields must hold no commas. No server is needed.
set -eu
file=$1
column=$2
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

tail -n +2 "$file" | cut -d , -f "$column" > "$work/values"
# One that cannot be read is named with its line, and ends the script before anything is written.
svcapi time - < "$work/values" > "$work/times"
{ echo date; cut -f 3 "$work/times"; } | paste -d , "$file" -
