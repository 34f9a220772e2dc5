#!/bin/sh
# Assigns the datacards that a file lists. What is done is recorded beside the file, and no row is done twice: run it again after
# a failure, or after you have corrected or added rows.
#
#   assign-batch.sh production-2026-06.csv
#
#   datacard,entity,uses
#   14:1,4:1,3
#   14:2,4:1,unlimited
set -eu
file=$1

status=0
svcapi datacard assign --batch "$file" --retry > "$file.log" || status=$?
case $status in
  0) echo "All of $file is assigned." ;;
  8) echo "Some rows of $file were refused: $file.log says why. Correct them, and run this again." >&2 ;;
  *) echo "Not finished: run this again." >&2 ;;
esac
exit "$status"
