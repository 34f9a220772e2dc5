#!/bin/sh
# Complains while a path has fewer than 50 calls left, or as many as it is told: cron mails what a job prints.
#
#   */10 * * * *  watch-rate-limit.sh 100
set -eu
least=${1:-50}

# Not in a pipe, which would hide a failure: the service down, or a token that has expired.
limits=$(svcapi ratelimits)
printf '%s\n' "$limits" |
  awk -F '\t' -v least="$least" '$3 < least { print $1 ": " $3 " of " $2 " calls left" }'
