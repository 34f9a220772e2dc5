# bash completion for svcapi. Made by svcapi completion bash.

# Sets the subcommands and options of a command; valued: options with a value, maybe: options with an optional value.
_svcapi_command() {
  case $1 in
    'svcapi')
      subcommands='serve time index permissions ratelimits hello character handle credits creditlog grants events event entity datacards datacard api openapi login logout status profile sandbox import records-from-csv export migrate backup prune changes account client grant token blacklist doctor help version completion'
      options='--no-color --no-pager --debug -V --version --config -h --help'
      valued='--config'
      maybe=''
      ;;
    'svcapi serve')
      subcommands=''
      options='--demo --demo-size --demo-now --demo-seed --demo-token --sandbox --database --host --port --public-url --contact --trusted-proxies --oidc-issuer --oidc-client-id --oidc-client-secret-file --oidc-name --oidc-create --rate-limit --rate-window --access-token-lifetime --refresh-token-lifetime --grant-lifetime --redis --redis-prefix --blacklist-after --blacklist-for --access-token-parameter --default-format --cors-origins --keep-events --keep-transactions --removal-grace --log-level --request-log --metrics-host --metrics-port --database-connections --max-connections --max-connections-per-address --max-requests --max-requests-per-address --max-streams --max-streams-per-token --keep-alive-timeout --drain-delay --shutdown-timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--demo-size --demo-now --demo-seed --demo-token --database --host --port --public-url --contact --trusted-proxies --oidc-issuer --oidc-client-id --oidc-client-secret-file --oidc-name --rate-limit --rate-window --access-token-lifetime --refresh-token-lifetime --grant-lifetime --redis --redis-prefix --blacklist-after --blacklist-for --default-format --cors-origins --keep-events --keep-transactions --removal-grace --log-level --metrics-host --metrics-port --database-connections --max-connections --max-connections-per-address --max-requests --max-requests-per-address --max-streams --max-streams-per-token --keep-alive-timeout --drain-delay --shutdown-timeout --config'
      maybe=''
      ;;
    'svcapi time')
      subcommands=''
      options='--cgt --time --date --tz --remote --url --profile --token-file --timeout --retry --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--cgt --time --date --tz --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi index')
      subcommands=''
      options='--group --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--group --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi permissions')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi ratelimits')
      subcommands=''
      options='--watch --interval --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--interval --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi hello')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi character')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi handle')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi credits')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi creditlog')
      subcommands=''
      options='--start-index --item-count --start-id --all --after --since --until --follow --plot --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--start-index --item-count --start-id --after --since --until --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi grants')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi events')
      subcommands=''
      options='--start-index --item-count --after --since --until --follow --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--start-index --item-count --after --since --until --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi event')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi entity')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi datacards')
      subcommands=''
      options='--uses --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi datacard')
      subcommands='show assign revoke help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi datacard show')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi datacard assign')
      subcommands=''
      options='--to --uses --unlimited --idempotency-key --dry-run --batch --batch-id --again --batch-format --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--to --uses --idempotency-key --batch --batch-id --batch-format --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi datacard revoke')
      subcommands=''
      options='--from -y --yes --idempotency-key --dry-run --batch --batch-id --again --batch-format --url --profile --token-file --timeout --retry --json --xml --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--from --idempotency-key --batch --batch-id --batch-format --url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi api')
      subcommands=''
      options='-X --method -f --field --query --input -H --header -i --include --silent --paginate --xml --url --profile --token-file --timeout --retry -h --help --no-color --no-pager --debug -V --version --config'
      valued='-X --method -f --field --query --input -H --header --url --profile --token-file --timeout --config'
      maybe=''
      ;;
    'svcapi openapi')
      subcommands=''
      options='--url -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --config'
      maybe=''
      ;;
    'svcapi login')
      subcommands=''
      options='--scope --no-browser --with-token --url --profile --token-file --timeout --retry -h --help --no-color --no-pager --debug -V --version --config'
      valued='--scope --url --profile --token-file --timeout --config'
      maybe=''
      ;;
    'svcapi logout')
      subcommands=''
      options='--profile --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--profile --timeout --config'
      maybe=''
      ;;
    'svcapi status')
      subcommands=''
      options='--url --profile --token-file --timeout --retry --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --profile --token-file --timeout --output --config'
      maybe='--json'
      ;;
    'svcapi profile')
      subcommands='list use remove help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi profile list')
      subcommands=''
      options='--json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--output --config'
      maybe='--json'
      ;;
    'svcapi profile use')
      subcommands=''
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi profile remove')
      subcommands=''
      options='--timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--timeout --config'
      maybe=''
      ;;
    'svcapi sandbox')
      subcommands='clock fail reset snapshot token requests load help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi sandbox clock')
      subcommands=''
      options='--set --advance --run --stop --json --output --header --no-header --wide --url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--set --advance --output --url --timeout --config'
      maybe='--json'
      ;;
    'svcapi sandbox fail')
      subcommands=''
      options='--code --status --delay --answer --proxy --set-header --drip --cut --silence --where --after --times --every --probability --end --end-all --json --output --header --no-header --wide --url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--code --status --delay --answer --proxy --set-header --drip --cut --where --after --times --every --probability --end --output --url --timeout --config'
      maybe='--json'
      ;;
    'svcapi sandbox reset')
      subcommands=''
      options='--url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --timeout --config'
      maybe=''
      ;;
    'svcapi sandbox snapshot')
      subcommands=''
      options='--drop --url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--drop --url --timeout --config'
      maybe=''
      ;;
    'svcapi sandbox token')
      subcommands=''
      options='--permission --lifetime --json --output --header --no-header --wide --url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--permission --lifetime --output --url --timeout --config'
      maybe='--json'
      ;;
    'svcapi sandbox requests')
      subcommands=''
      options='--clear --json --output --header --no-header --wide --url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--output --url --timeout --config'
      maybe='--json'
      ;;
    'svcapi sandbox load')
      subcommands=''
      options='--url --timeout -h --help --no-color --no-pager --debug -V --version --config'
      valued='--url --timeout --config'
      maybe=''
      ;;
    'svcapi import')
      subcommands=''
      options='--keep-going --sync --max-removed --strict --require-end --dry-run --follow --json --keep-events --keep-transactions --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--max-removed --keep-events --keep-transactions --database --config'
      maybe=''
      ;;
    'svcapi records-from-csv')
      subcommands=''
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi export')
      subcommands=''
      options='--galaxy --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi migrate')
      subcommands=''
      options='--database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi backup')
      subcommands=''
      options='--force --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi prune')
      subcommands=''
      options='--events-older-than --transactions-older-than --audit-older-than --dry-run -y --yes --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--events-older-than --transactions-older-than --audit-older-than --database --output --config'
      maybe='--json'
      ;;
    'svcapi changes')
      subcommands=''
      options='--after --limit --follow --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--after --limit --database --output --config'
      maybe='--json'
      ;;
    'svcapi account')
      subcommands='invite list change disable enable reset rename remove export help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi account invite')
      subcommands=''
      options='--character --public-url --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--character --public-url --database --output --config'
      maybe='--json'
      ;;
    'svcapi account list')
      subcommands=''
      options='--database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --output --config'
      maybe='--json'
      ;;
    'svcapi account change')
      subcommands=''
      options='--add --remove --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--add --remove --database --config'
      maybe=''
      ;;
    'svcapi account disable')
      subcommands=''
      options='--database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi account enable')
      subcommands=''
      options='--database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi account reset')
      subcommands=''
      options='--public-url --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--public-url --database --output --config'
      maybe='--json'
      ;;
    'svcapi account rename')
      subcommands=''
      options='--database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi account remove')
      subcommands=''
      options='--forget -y --yes --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi account export')
      subcommands=''
      options='--database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi client')
      subcommands='create change secret list revoke help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi client create')
      subcommands=''
      options='--name --redirect-uri --public --resource-server --no-pkce --owner --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--name --redirect-uri --owner --database --output --config'
      maybe='--json'
      ;;
    'svcapi client change')
      subcommands=''
      options='--resource-server --no-resource-server --pkce --no-pkce --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi client secret')
      subcommands=''
      options='--database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --output --config'
      maybe='--json'
      ;;
    'svcapi client list')
      subcommands=''
      options='--database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --output --config'
      maybe='--json'
      ;;
    'svcapi client revoke')
      subcommands=''
      options='-y --yes --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi grant')
      subcommands='list end help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi grant list')
      subcommands=''
      options='--account --client --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--account --client --database --output --config'
      maybe='--json'
      ;;
    'svcapi grant end')
      subcommands=''
      options='--account --client -y --yes --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--account --client --database --config'
      maybe=''
      ;;
    'svcapi token')
      subcommands='create list revoke help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi token create')
      subcommands=''
      options='--client --character --permission --days --database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--client --character --permission --days --database --output --config'
      maybe='--json'
      ;;
    'svcapi token list')
      subcommands=''
      options='--database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --output --config'
      maybe='--json'
      ;;
    'svcapi token revoke')
      subcommands=''
      options='-y --yes --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi blacklist')
      subcommands='list add remove help'
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi blacklist list')
      subcommands=''
      options='--database --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --output --config'
      maybe='--json'
      ;;
    'svcapi blacklist add')
      subcommands=''
      options='--reason --for --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--reason --for --database --config'
      maybe=''
      ;;
    'svcapi blacklist remove')
      subcommands=''
      options='-y --yes --database -h --help --no-color --no-pager --debug -V --version --config'
      valued='--database --config'
      maybe=''
      ;;
    'svcapi doctor')
      subcommands=''
      options='--instances --strict --database --host --port --public-url --contact --trusted-proxies --oidc-issuer --oidc-client-id --oidc-client-secret-file --oidc-name --oidc-create --rate-limit --rate-window --access-token-lifetime --refresh-token-lifetime --grant-lifetime --redis --redis-prefix --blacklist-after --blacklist-for --access-token-parameter --default-format --cors-origins --keep-events --keep-transactions --removal-grace --log-level --request-log --metrics-host --metrics-port --database-connections --max-connections --max-connections-per-address --max-requests --max-requests-per-address --max-streams --max-streams-per-token --keep-alive-timeout --drain-delay --shutdown-timeout --json --output --header --no-header --wide -h --help --no-color --no-pager --debug -V --version --config'
      valued='--instances --database --host --port --public-url --contact --trusted-proxies --oidc-issuer --oidc-client-id --oidc-client-secret-file --oidc-name --rate-limit --rate-window --access-token-lifetime --refresh-token-lifetime --grant-lifetime --redis --redis-prefix --blacklist-after --blacklist-for --default-format --cors-origins --keep-events --keep-transactions --removal-grace --log-level --metrics-host --metrics-port --database-connections --max-connections --max-connections-per-address --max-requests --max-requests-per-address --max-streams --max-streams-per-token --keep-alive-timeout --drain-delay --shutdown-timeout --output --config'
      maybe='--json'
      ;;
    'svcapi version')
      subcommands=''
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi completion')
      subcommands=''
      options='-h --help --no-color --no-pager --debug -V --version --config'
      valued='--config'
      maybe=''
      ;;
    'svcapi help')
      subcommands='serve time index permissions ratelimits hello character handle credits creditlog grants events event entity datacards datacard api openapi login logout status profile sandbox import records-from-csv export migrate backup prune changes account client grant token blacklist doctor version completion'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help serve')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help time')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help index')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help permissions')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help ratelimits')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help hello')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help character')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help handle')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help credits')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help creditlog')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help grants')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help events')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help event')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help entity')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help datacards')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help datacard')
      subcommands='show assign revoke'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help datacard show')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help datacard assign')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help datacard revoke')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help api')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help openapi')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help login')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help logout')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help status')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help profile')
      subcommands='list use remove'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help profile list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help profile use')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help profile remove')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox')
      subcommands='clock fail reset snapshot token requests load'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox clock')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox fail')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox reset')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox snapshot')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox token')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox requests')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help sandbox load')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help import')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help records-from-csv')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help export')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help migrate')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help backup')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help prune')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help changes')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account')
      subcommands='invite list change disable enable reset rename remove export'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account invite')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account change')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account disable')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account enable')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account reset')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account rename')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account remove')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help account export')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client')
      subcommands='create change secret list revoke'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client create')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client change')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client secret')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help client revoke')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help grant')
      subcommands='list end'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help grant list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help grant end')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help token')
      subcommands='create list revoke'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help token create')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help token list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help token revoke')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help blacklist')
      subcommands='list add remove'
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help blacklist list')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help blacklist add')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help blacklist remove')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help doctor')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help version')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    'svcapi help completion')
      subcommands=''
      options=''
      valued=''
      maybe=''
      ;;
    *) return 1 ;;
  esac
}

# Sets the possible values of an option ("svcapi serve --port") or an argument ("svcapi import 0").
_svcapi_values() {
  case $1 in
    'svcapi --config') kind=file words='' ;;
    'svcapi serve --database') kind=file words='' ;;
    'svcapi serve --oidc-client-secret-file') kind=file words='' ;;
    'svcapi serve --default-format') kind=word words='json xml' ;;
    'svcapi serve --log-level') kind=word words='trace debug info warn error fatal silent' ;;
    'svcapi serve --config') kind=file words='' ;;
    'svcapi time --tz') kind=lines words='echo UTC; cut -sf3 /usr/share/zoneinfo/zone.tab | grep /' ;;
    'svcapi time --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi time --token-file') kind=file words='' ;;
    'svcapi time --json') kind=words words='timestamp cgt date' ;;
    'svcapi time --output') kind=word words='table tsv json csv' ;;
    'svcapi time --config') kind=file words='' ;;
    'svcapi index --group') kind=word words='Api Character Datacard Entity Event' ;;
    'svcapi index --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi index --token-file') kind=file words='' ;;
    'svcapi index --json') kind=words words='group method path permission auth limited description name href body query' ;;
    'svcapi index --output') kind=word words='table tsv json csv xml' ;;
    'svcapi index --config') kind=file words='' ;;
    'svcapi permissions --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi permissions --token-file') kind=file words='' ;;
    'svcapi permissions --json') kind=words words='name inherits description' ;;
    'svcapi permissions --output') kind=word words='table tsv json csv xml' ;;
    'svcapi permissions --config') kind=file words='' ;;
    'svcapi ratelimits --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi ratelimits --token-file') kind=file words='' ;;
    'svcapi ratelimits --json') kind=words words='pattern limit remaining reset reset_time' ;;
    'svcapi ratelimits --output') kind=word words='table tsv json csv xml' ;;
    'svcapi ratelimits --config') kind=file words='' ;;
    'svcapi hello --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi hello --token-file') kind=file words='' ;;
    'svcapi hello --json') kind=words words='message client' ;;
    'svcapi hello --output') kind=word words='table tsv json csv xml' ;;
    'svcapi hello --config') kind=file words='' ;;
    'svcapi character --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi character --token-file') kind=file words='' ;;
    'svcapi character --json') kind=words words='uid name image isprivate isbasic race_uid race faction_uid faction factions gender lastlogin lastlogin_cgt lastlogin_date shortdescription biography health healthMax XP XPLevel credits' ;;
    'svcapi character --output') kind=word words='table tsv json csv xml' ;;
    'svcapi character --config') kind=file words='' ;;
    'svcapi handle --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi handle --token-file') kind=file words='' ;;
    'svcapi handle --json') kind=words words='uid handle' ;;
    'svcapi handle --output') kind=word words='table tsv json csv xml' ;;
    'svcapi handle --config') kind=file words='' ;;
    'svcapi credits --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi credits --token-file') kind=file words='' ;;
    'svcapi credits --json') kind=words words='credits' ;;
    'svcapi credits --output') kind=word words='table tsv json csv xml' ;;
    'svcapi credits --config') kind=file words='' ;;
    'svcapi creditlog --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi creditlog --token-file') kind=file words='' ;;
    'svcapi creditlog --json') kind=words words='id time time_cgt time_date amount change sender sender_uid receiver receiver_uid communication' ;;
    'svcapi creditlog --output') kind=word words='table tsv json csv xml' ;;
    'svcapi creditlog --config') kind=file words='' ;;
    'svcapi grants --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi grants --token-file') kind=file words='' ;;
    'svcapi grants --json') kind=words words='permissions expires expires_cgt expires_date' ;;
    'svcapi grants --output') kind=word words='table tsv json csv xml' ;;
    'svcapi grants --config') kind=file words='' ;;
    'svcapi events --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi events --token-file') kind=file words='' ;;
    'svcapi events --json') kind=words words='uid type time time_cgt time_date text' ;;
    'svcapi events --output') kind=word words='table tsv json csv xml' ;;
    'svcapi events --config') kind=file words='' ;;
    'svcapi event --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi event --token-file') kind=file words='' ;;
    'svcapi event --json') kind=words words='uid receiver_uid receiver time time_cgt time_date text' ;;
    'svcapi event --output') kind=word words='table tsv json csv xml' ;;
    'svcapi event --config') kind=file words='' ;;
    'svcapi entity --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi entity --token-file') kind=file words='' ;;
    'svcapi entity --json') kind=words words='uid name type owner_uid owner' ;;
    'svcapi entity --output') kind=word words='table tsv json csv xml' ;;
    'svcapi entity --config') kind=file words='' ;;
    'svcapi datacards --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi datacards --token-file') kind=file words='' ;;
    'svcapi datacards --json') kind=words words='uid entity_uid entity type href owner_uid owner uses assignedlocations' ;;
    'svcapi datacards --output') kind=word words='table tsv json csv xml' ;;
    'svcapi datacards --config') kind=file words='' ;;
    'svcapi datacard --config') kind=file words='' ;;
    'svcapi datacard show --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi datacard show --token-file') kind=file words='' ;;
    'svcapi datacard show --json') kind=words words='uid entity_uid entity owner_uid owner uses assignedlocations' ;;
    'svcapi datacard show --output') kind=word words='table tsv json csv xml' ;;
    'svcapi datacard show --config') kind=file words='' ;;
    'svcapi datacard assign --batch') kind=file words='' ;;
    'svcapi datacard assign --batch-format') kind=word words='csv ndjson' ;;
    'svcapi datacard assign --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi datacard assign --token-file') kind=file words='' ;;
    'svcapi datacard assign --json') kind=words words='datacard entity location_uid location before after done line uses result error message' ;;
    'svcapi datacard assign --output') kind=word words='table tsv json csv xml' ;;
    'svcapi datacard assign --config') kind=file words='' ;;
    'svcapi datacard revoke --batch') kind=file words='' ;;
    'svcapi datacard revoke --batch-format') kind=word words='csv ndjson' ;;
    'svcapi datacard revoke --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi datacard revoke --token-file') kind=file words='' ;;
    'svcapi datacard revoke --json') kind=words words='datacard entity location_uid location before after done line uses result error message' ;;
    'svcapi datacard revoke --output') kind=word words='table tsv json csv xml' ;;
    'svcapi datacard revoke --config') kind=file words='' ;;
    'svcapi api --method' | 'svcapi api -X') kind=word words='GET HEAD POST PUT PATCH DELETE OPTIONS' ;;
    'svcapi api --input') kind=file words='' ;;
    'svcapi api --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi api --token-file') kind=file words='' ;;
    'svcapi api --config') kind=file words='' ;;
    'svcapi api 0') kind=word words='GET HEAD POST PUT PATCH DELETE OPTIONS' ;;
    'svcapi api 1') kind=word words='/ /api/time /api/permissions /api/ratelimits /api/helloworld /api/helloauth' ;;
    'svcapi openapi --config') kind=file words='' ;;
    'svcapi login --scope') kind=words words='character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write' ;;
    'svcapi login --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi login --token-file') kind=file words='' ;;
    'svcapi login --config') kind=file words='' ;;
    'svcapi logout --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi logout --config') kind=file words='' ;;
    'svcapi status --profile') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi status --token-file') kind=file words='' ;;
    'svcapi status --json') kind=words words='profile url answers token client uid character permissions expires expires_cgt expires_date account renews' ;;
    'svcapi status --output') kind=word words='table tsv json csv' ;;
    'svcapi status --config') kind=file words='' ;;
    'svcapi profile --config') kind=file words='' ;;
    'svcapi profile list --json') kind=words words='profile used url token' ;;
    'svcapi profile list --output') kind=word words='table tsv json csv' ;;
    'svcapi profile list --config') kind=file words='' ;;
    'svcapi profile use --config') kind=file words='' ;;
    'svcapi profile use 0') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi profile remove --config') kind=file words='' ;;
    'svcapi profile remove 0') kind=lines words='svcapi profile list --output tsv | cut -f1' ;;
    'svcapi sandbox --config') kind=file words='' ;;
    'svcapi sandbox clock --json') kind=words words='now cgt date running' ;;
    'svcapi sandbox clock --output') kind=word words='table tsv json csv' ;;
    'svcapi sandbox clock --config') kind=file words='' ;;
    'svcapi sandbox fail --code') kind=word words='invalid_parameter malformed_request rate_limit_exceeded token_missing token_invalid permission_missing not_found route_not_found method_not_allowed not_acceptable request_timeout not_enough_uses idempotency_key_reused payload_too_large uri_too_long unsupported_media_type too_many_streams header_fields_too_large invalid_time internal_error unavailable' ;;
    'svcapi sandbox fail --status') kind=word words='400 401 404 405 406 408 409 413 414 415 429 431 500 503' ;;
    'svcapi sandbox fail --answer') kind=file words='' ;;
    'svcapi sandbox fail --proxy') kind=word words='502 503 504' ;;
    'svcapi sandbox fail --json') kind=words words='id route where effect left strikes' ;;
    'svcapi sandbox fail --output') kind=word words='table tsv json csv' ;;
    'svcapi sandbox fail --config') kind=file words='' ;;
    'svcapi sandbox fail 0') kind=lines words='printf "%s\n" "GET /" "GET /api/time" "POST /api/time" "GET /api/permissions" "GET /api/ratelimits" "GET /api/helloworld" "GET /api/helloauth" "GET /character[/{uid}]" "GET /character/handlecheck/{handle}" "GET /character/{uid}/credits" "GET /character/{uid}/creditlog" "GET /character/{uid}/permissions" "GET /datacard/{uid}" "POST /datacard/{uid}" "DELETE /datacard/{uid}" "GET /datacards/{uid}" "GET /entity/{uid}" "GET /events/{mode}[/{type}]" "GET /event/{uid}"' ;;
    'svcapi sandbox reset --config') kind=file words='' ;;
    'svcapi sandbox snapshot --config') kind=file words='' ;;
    'svcapi sandbox token --permission') kind=words words='character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write' ;;
    'svcapi sandbox token --json') kind=words words='token character permissions expires' ;;
    'svcapi sandbox token --output') kind=word words='table tsv json csv' ;;
    'svcapi sandbox token --config') kind=file words='' ;;
    'svcapi sandbox requests --json') kind=words words='method path query status error client character body route time permissions headers' ;;
    'svcapi sandbox requests --output') kind=word words='table tsv json csv' ;;
    'svcapi sandbox requests --config') kind=file words='' ;;
    'svcapi sandbox requests 0') kind=lines words='printf "%s\n" "GET /" "GET /api/time" "POST /api/time" "GET /api/permissions" "GET /api/ratelimits" "GET /api/helloworld" "GET /api/helloauth" "GET /character[/{uid}]" "GET /character/handlecheck/{handle}" "GET /character/{uid}/credits" "GET /character/{uid}/creditlog" "GET /character/{uid}/permissions" "GET /datacard/{uid}" "POST /datacard/{uid}" "DELETE /datacard/{uid}" "GET /datacards/{uid}" "GET /entity/{uid}" "GET /events/{mode}[/{type}]" "GET /event/{uid}"' ;;
    'svcapi sandbox load --config') kind=file words='' ;;
    'svcapi sandbox load 0') kind=file words='' ;;
    'svcapi import --database') kind=file words='' ;;
    'svcapi import --config') kind=file words='' ;;
    'svcapi import '[0-9]*) kind=file words='' ;;
    'svcapi records-from-csv --config') kind=file words='' ;;
    'svcapi records-from-csv '[0-9]*) kind=file words='faction character membership entity datacard event transaction account account_character client grant token blacklist fact datacard_change idempotency_key use' ;;
    'svcapi export --database') kind=file words='' ;;
    'svcapi export --config') kind=file words='' ;;
    'svcapi export 0') kind=file words='' ;;
    'svcapi migrate --database') kind=file words='' ;;
    'svcapi migrate --config') kind=file words='' ;;
    'svcapi backup --database') kind=file words='' ;;
    'svcapi backup --config') kind=file words='' ;;
    'svcapi backup 0') kind=file words='' ;;
    'svcapi prune --database') kind=file words='' ;;
    'svcapi prune --json') kind=words words='kind count oldest newest before' ;;
    'svcapi prune --output') kind=word words='table tsv json csv' ;;
    'svcapi prune --config') kind=file words='' ;;
    'svcapi changes --database') kind=file words='' ;;
    'svcapi changes --json') kind=words words='id time action datacard location uses_before uses_after character client request_id' ;;
    'svcapi changes --output') kind=word words='table tsv json csv' ;;
    'svcapi changes --config') kind=file words='' ;;
    'svcapi account --config') kind=file words='' ;;
    'svcapi account invite --database') kind=file words='' ;;
    'svcapi account invite --json') kind=words words='account link characters expires' ;;
    'svcapi account invite --output') kind=word words='table tsv json csv' ;;
    'svcapi account invite --config') kind=file words='' ;;
    'svcapi account list --database') kind=file words='' ;;
    'svcapi account list --json') kind=words words='account state characters created last_sign_in' ;;
    'svcapi account list --output') kind=word words='table tsv json csv' ;;
    'svcapi account list --config') kind=file words='' ;;
    'svcapi account change --database') kind=file words='' ;;
    'svcapi account change --config') kind=file words='' ;;
    'svcapi account disable --database') kind=file words='' ;;
    'svcapi account disable --config') kind=file words='' ;;
    'svcapi account enable --database') kind=file words='' ;;
    'svcapi account enable --config') kind=file words='' ;;
    'svcapi account reset --database') kind=file words='' ;;
    'svcapi account reset --json') kind=words words='account link characters expires' ;;
    'svcapi account reset --output') kind=word words='table tsv json csv' ;;
    'svcapi account reset --config') kind=file words='' ;;
    'svcapi account rename --database') kind=file words='' ;;
    'svcapi account rename --config') kind=file words='' ;;
    'svcapi account remove --database') kind=file words='' ;;
    'svcapi account remove --config') kind=file words='' ;;
    'svcapi account export --database') kind=file words='' ;;
    'svcapi account export --config') kind=file words='' ;;
    'svcapi account export 1') kind=file words='' ;;
    'svcapi client --config') kind=file words='' ;;
    'svcapi client create --database') kind=file words='' ;;
    'svcapi client create --json') kind=words words='client secret' ;;
    'svcapi client create --output') kind=word words='table tsv json csv' ;;
    'svcapi client create --config') kind=file words='' ;;
    'svcapi client change --database') kind=file words='' ;;
    'svcapi client change --config') kind=file words='' ;;
    'svcapi client secret --database') kind=file words='' ;;
    'svcapi client secret --json') kind=words words='client secret' ;;
    'svcapi client secret --output') kind=word words='table tsv json csv' ;;
    'svcapi client secret --config') kind=file words='' ;;
    'svcapi client list --database') kind=file words='' ;;
    'svcapi client list --json') kind=words words='client name created revoked kind owner redirect_uris pkce resource_server' ;;
    'svcapi client list --output') kind=word words='table tsv json csv' ;;
    'svcapi client list --config') kind=file words='' ;;
    'svcapi client revoke --database') kind=file words='' ;;
    'svcapi client revoke --config') kind=file words='' ;;
    'svcapi grant --config') kind=file words='' ;;
    'svcapi grant list --database') kind=file words='' ;;
    'svcapi grant list --json') kind=words words='grant state account client uid character permissions created last_used expires' ;;
    'svcapi grant list --output') kind=word words='table tsv json csv' ;;
    'svcapi grant list --config') kind=file words='' ;;
    'svcapi grant end --database') kind=file words='' ;;
    'svcapi grant end --config') kind=file words='' ;;
    'svcapi token --config') kind=file words='' ;;
    'svcapi token create --permission') kind=words words='character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write' ;;
    'svcapi token create --database') kind=file words='' ;;
    'svcapi token create --json') kind=words words='id token client uid character permissions expires' ;;
    'svcapi token create --output') kind=word words='table tsv json csv' ;;
    'svcapi token create --config') kind=file words='' ;;
    'svcapi token list --database') kind=file words='' ;;
    'svcapi token list --json') kind=words words='token state client uid character permissions created expires kind account' ;;
    'svcapi token list --output') kind=word words='table tsv json csv' ;;
    'svcapi token list --config') kind=file words='' ;;
    'svcapi token revoke --database') kind=file words='' ;;
    'svcapi token revoke --config') kind=file words='' ;;
    'svcapi blacklist --config') kind=file words='' ;;
    'svcapi blacklist list --database') kind=file words='' ;;
    'svcapi blacklist list --json') kind=words words='address since until reason' ;;
    'svcapi blacklist list --output') kind=word words='table tsv json csv' ;;
    'svcapi blacklist list --config') kind=file words='' ;;
    'svcapi blacklist add --database') kind=file words='' ;;
    'svcapi blacklist add --config') kind=file words='' ;;
    'svcapi blacklist remove --database') kind=file words='' ;;
    'svcapi blacklist remove --config') kind=file words='' ;;
    'svcapi doctor --database') kind=file words='' ;;
    'svcapi doctor --oidc-client-secret-file') kind=file words='' ;;
    'svcapi doctor --default-format') kind=word words='json xml' ;;
    'svcapi doctor --log-level') kind=word words='trace debug info warn error fatal silent' ;;
    'svcapi doctor --json') kind=words words='check state finding next' ;;
    'svcapi doctor --output') kind=word words='table tsv json csv' ;;
    'svcapi doctor --config') kind=file words='' ;;
    'svcapi version --config') kind=file words='' ;;
    'svcapi completion --config') kind=file words='' ;;
    'svcapi completion 0') kind=word words='bash zsh fish' ;;
    *) kind=any words= ;;
  esac
}

# Offers the words that start with the typed text.
_svcapi_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$2")
}

# Offers the lines that a command prints. Outside quotes, their special characters are escaped.
_svcapi_offer_lines() {
  local word
  while IFS= read -r word; do
    [[ $2 == [\"\']* ]] || printf -v word %q "$word"
    [[ $word == "${2#[\"\']}"* ]] && COMPREPLY+=("$word")
  done < <(eval "$1" 2>/dev/null)
}

_svcapi_offer_value() {
  local kind words before= word
  _svcapi_values "$1"
  case $kind in
    word) _svcapi_offer "$words" "$2" ;;
    words)
      [[ $2 == *,* ]] && before=${2%,*},
      while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -W "$words" -- "${2##*,}")
      compopt -o nospace 2>/dev/null
      ;;
    file) _svcapi_offer "$words" "$2"; _svcapi_offer_files "$2" ;;
    lines) _svcapi_offer_lines "$words" "$2" ;;
  esac
}

_svcapi_offer_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$1")
}

_svcapi() {
  local cur=${COMP_WORDS[COMP_CWORD]} command=svcapi option= rest= i word
  local subcommands options valued maybe
  local -i count=0
  COMPREPLY=()
  [[ ${COMP_WORDS[COMP_CWORD-1]} == *[\<\>] ]] && { _svcapi_offer_files "$cur"; return; }
  _svcapi_command svcapi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $option && $word == = ]]; then
      [[ " $maybe " == *" $option "* ]] && valued+=" $option"
      continue
    fi
    if [[ -n $option && ( " $valued " == *" $option "* || $word != -* ) ]]; then
      option=
    elif [[ -z $rest && $word == -- ]]; then
      rest=yes option=
    elif [[ -z $rest && $word == -?* ]]; then
      option=
      [[ " $valued $maybe " == *" $word "* ]] && option=$word
    elif [[ $count -eq 0 && " $subcommands " == *" $word "* ]] && _svcapi_command "$command $word"; then
      command+=" $word"
    else
      count+=1
    fi
  done
  if [[ -n $option ]]; then
    [[ $cur == = ]] && cur=
    if [[ " $valued " == *" $option "* || $cur != -* ]]; then
      _svcapi_offer_value "$command $option" "$cur"
      return
    fi
  fi
  if [[ -z $rest && $cur == -* ]]; then
    _svcapi_offer "$options" "$cur"
  else
    [[ $count -eq 0 ]] && _svcapi_offer "$subcommands" "$cur"
    _svcapi_offer_value "$command $count" "$cur"
  fi
}

complete -F _svcapi svcapi
