#!/bin/sh
# Assigns what a file says, such as a week's production plan; run again, it does what is still to be done.
#
#   assign-batch.sh plan.csv
#
#   datacard,entity,uses
#   14:1,4:1,3
#   14:2,4:1,1
set -eu
plan=$1

status=0
svcapi datacard assign --batch "$plan" --retry > "$plan.log" || status=$?
case $status in
  0) echo "All of $plan is assigned." ;;
  8) echo "Some rows of $plan were refused; $plan.log says why. Mend them, and run this again." >&2 ;;
  *) echo "Not finished; run this again." >&2 ;;
esac
exit $status
