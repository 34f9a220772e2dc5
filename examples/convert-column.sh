#!/bin/sh
# Adds a column of dates to a CSV file, converted from the column with the given number (galactic times or Unix seconds):
#
#   convert-column.sh flights.csv 2 > flights-with-dates.csv
#
# The fields must not contain commas. It needs no server.
set -eu
file=$1
column=$2
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

tail -n +2 "$file" | cut -d , -f "$column" > "$work/values"
# An invalid value ends the script here, before it writes anything; the message names its line.
svcapi time - < "$work/values" > "$work/times"
{ echo date; cut -f 3 "$work/times"; } | paste -d , "$file" -
