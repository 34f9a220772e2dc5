#!/bin/sh
# Warns when a path has fewer than 50 calls left, or fewer than the given number. Run by cron, which mails the output:
#
#   */10 * * * *  watch-rate-limit.sh 100
set -eu
least=${1:-50}

# No pipe here: it would hide a failure, such as an expired token.
limits=$(svcapi ratelimits)
printf '%s\n' "$limits" |
  awk -F '\t' -v least="$least" '$3 < least { print $1 ": " $3 " of " $2 " calls left" }'
