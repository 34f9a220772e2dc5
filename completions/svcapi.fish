# fish completion for svcapi. Made by svcapi completion fish.

# Prints the command before the cursor, then the number of its arguments so far.
function __svcapi_place
    set -l words (commandline -opc)
    set -l command svcapi
    set -l count 0
    set -l skip
    for word in $words[2..-1]
        if test -n "$skip"
            set skip
            continue
        end
        if string match -q -- '-*' $word
            contains -- "$command $word" $__svcapi_valued; and set skip yes
            continue
        end
        if test $count -eq 0; and contains -- "$command $word" $__svcapi_commands
            set command "$command $word"
        else
            set count (math $count + 1)
        end
    end
    printf '%s\n' $command $count
end

# Succeeds when the cursor follows the given command and, if a number is given, is at that argument.
function __svcapi_at
    set -l place (__svcapi_place)
    test "$place[1]" = $argv[1]; or return 1
    test (count $argv) -eq 1; or test $place[2] $argv[2] $argv[3]
end

# Succeeds when the cursor follows the given option of the given command, whose value is in the next word.
function __svcapi_behind
    set -l place (__svcapi_place)
    set -l words (commandline -opc)
    test "$place[1]" = $argv[1]; and test "$words[-1]" = $argv[2]
end

set -g __svcapi_commands  \
    'svcapi' \
    'svcapi serve' \
    'svcapi time' \
    'svcapi index' \
    'svcapi permissions' \
    'svcapi ratelimits' \
    'svcapi hello' \
    'svcapi character' \
    'svcapi handle' \
    'svcapi credits' \
    'svcapi creditlog' \
    'svcapi grants' \
    'svcapi events' \
    'svcapi event' \
    'svcapi entity' \
    'svcapi datacards' \
    'svcapi datacard' \
    'svcapi datacard show' \
    'svcapi datacard assign' \
    'svcapi datacard revoke' \
    'svcapi api' \
    'svcapi openapi' \
    'svcapi login' \
    'svcapi logout' \
    'svcapi status' \
    'svcapi profile' \
    'svcapi profile list' \
    'svcapi profile use' \
    'svcapi profile remove' \
    'svcapi sandbox' \
    'svcapi sandbox clock' \
    'svcapi sandbox fail' \
    'svcapi sandbox reset' \
    'svcapi sandbox snapshot' \
    'svcapi sandbox token' \
    'svcapi sandbox requests' \
    'svcapi sandbox load' \
    'svcapi import' \
    'svcapi records-from-csv' \
    'svcapi export' \
    'svcapi migrate' \
    'svcapi backup' \
    'svcapi prune' \
    'svcapi changes' \
    'svcapi account' \
    'svcapi account invite' \
    'svcapi account list' \
    'svcapi account change' \
    'svcapi account disable' \
    'svcapi account enable' \
    'svcapi account reset' \
    'svcapi account rename' \
    'svcapi account remove' \
    'svcapi account export' \
    'svcapi client' \
    'svcapi client create' \
    'svcapi client change' \
    'svcapi client secret' \
    'svcapi client list' \
    'svcapi client revoke' \
    'svcapi grant' \
    'svcapi grant list' \
    'svcapi grant end' \
    'svcapi token' \
    'svcapi token create' \
    'svcapi token list' \
    'svcapi token revoke' \
    'svcapi blacklist' \
    'svcapi blacklist list' \
    'svcapi blacklist add' \
    'svcapi blacklist remove' \
    'svcapi doctor' \
    'svcapi version' \
    'svcapi completion' \
    'svcapi help' \
    'svcapi help serve' \
    'svcapi help time' \
    'svcapi help index' \
    'svcapi help permissions' \
    'svcapi help ratelimits' \
    'svcapi help hello' \
    'svcapi help character' \
    'svcapi help handle' \
    'svcapi help credits' \
    'svcapi help creditlog' \
    'svcapi help grants' \
    'svcapi help events' \
    'svcapi help event' \
    'svcapi help entity' \
    'svcapi help datacards' \
    'svcapi help datacard' \
    'svcapi help datacard show' \
    'svcapi help datacard assign' \
    'svcapi help datacard revoke' \
    'svcapi help api' \
    'svcapi help openapi' \
    'svcapi help login' \
    'svcapi help logout' \
    'svcapi help status' \
    'svcapi help profile' \
    'svcapi help profile list' \
    'svcapi help profile use' \
    'svcapi help profile remove' \
    'svcapi help sandbox' \
    'svcapi help sandbox clock' \
    'svcapi help sandbox fail' \
    'svcapi help sandbox reset' \
    'svcapi help sandbox snapshot' \
    'svcapi help sandbox token' \
    'svcapi help sandbox requests' \
    'svcapi help sandbox load' \
    'svcapi help import' \
    'svcapi help records-from-csv' \
    'svcapi help export' \
    'svcapi help migrate' \
    'svcapi help backup' \
    'svcapi help prune' \
    'svcapi help changes' \
    'svcapi help account' \
    'svcapi help account invite' \
    'svcapi help account list' \
    'svcapi help account change' \
    'svcapi help account disable' \
    'svcapi help account enable' \
    'svcapi help account reset' \
    'svcapi help account rename' \
    'svcapi help account remove' \
    'svcapi help account export' \
    'svcapi help client' \
    'svcapi help client create' \
    'svcapi help client change' \
    'svcapi help client secret' \
    'svcapi help client list' \
    'svcapi help client revoke' \
    'svcapi help grant' \
    'svcapi help grant list' \
    'svcapi help grant end' \
    'svcapi help token' \
    'svcapi help token create' \
    'svcapi help token list' \
    'svcapi help token revoke' \
    'svcapi help blacklist' \
    'svcapi help blacklist list' \
    'svcapi help blacklist add' \
    'svcapi help blacklist remove' \
    'svcapi help doctor' \
    'svcapi help version' \
    'svcapi help completion'
set -g __svcapi_valued  \
    'svcapi --config' \
    'svcapi serve --demo-size' \
    'svcapi serve --demo-now' \
    'svcapi serve --demo-seed' \
    'svcapi serve --demo-token' \
    'svcapi serve --database' \
    'svcapi serve --host' \
    'svcapi serve --port' \
    'svcapi serve --public-url' \
    'svcapi serve --contact' \
    'svcapi serve --trusted-proxies' \
    'svcapi serve --oidc-issuer' \
    'svcapi serve --oidc-client-id' \
    'svcapi serve --oidc-client-secret-file' \
    'svcapi serve --oidc-name' \
    'svcapi serve --rate-limit' \
    'svcapi serve --rate-window' \
    'svcapi serve --access-token-lifetime' \
    'svcapi serve --refresh-token-lifetime' \
    'svcapi serve --grant-lifetime' \
    'svcapi serve --redis' \
    'svcapi serve --redis-prefix' \
    'svcapi serve --blacklist-after' \
    'svcapi serve --blacklist-for' \
    'svcapi serve --default-format' \
    'svcapi serve --cors-origins' \
    'svcapi serve --keep-events' \
    'svcapi serve --keep-transactions' \
    'svcapi serve --removal-grace' \
    'svcapi serve --log-level' \
    'svcapi serve --metrics-host' \
    'svcapi serve --metrics-port' \
    'svcapi serve --database-connections' \
    'svcapi serve --max-connections' \
    'svcapi serve --max-connections-per-address' \
    'svcapi serve --max-requests' \
    'svcapi serve --max-requests-per-address' \
    'svcapi serve --max-streams' \
    'svcapi serve --max-streams-per-token' \
    'svcapi serve --keep-alive-timeout' \
    'svcapi serve --drain-delay' \
    'svcapi serve --shutdown-timeout' \
    'svcapi serve --config' \
    'svcapi time --cgt' \
    'svcapi time --time' \
    'svcapi time --date' \
    'svcapi time --tz' \
    'svcapi time --url' \
    'svcapi time --profile' \
    'svcapi time --token-file' \
    'svcapi time --timeout' \
    'svcapi time --output' \
    'svcapi time --config' \
    'svcapi index --group' \
    'svcapi index --url' \
    'svcapi index --profile' \
    'svcapi index --token-file' \
    'svcapi index --timeout' \
    'svcapi index --output' \
    'svcapi index --config' \
    'svcapi permissions --url' \
    'svcapi permissions --profile' \
    'svcapi permissions --token-file' \
    'svcapi permissions --timeout' \
    'svcapi permissions --output' \
    'svcapi permissions --config' \
    'svcapi ratelimits --interval' \
    'svcapi ratelimits --url' \
    'svcapi ratelimits --profile' \
    'svcapi ratelimits --token-file' \
    'svcapi ratelimits --timeout' \
    'svcapi ratelimits --output' \
    'svcapi ratelimits --config' \
    'svcapi hello --url' \
    'svcapi hello --profile' \
    'svcapi hello --token-file' \
    'svcapi hello --timeout' \
    'svcapi hello --output' \
    'svcapi hello --config' \
    'svcapi character --url' \
    'svcapi character --profile' \
    'svcapi character --token-file' \
    'svcapi character --timeout' \
    'svcapi character --output' \
    'svcapi character --config' \
    'svcapi handle --url' \
    'svcapi handle --profile' \
    'svcapi handle --token-file' \
    'svcapi handle --timeout' \
    'svcapi handle --output' \
    'svcapi handle --config' \
    'svcapi credits --url' \
    'svcapi credits --profile' \
    'svcapi credits --token-file' \
    'svcapi credits --timeout' \
    'svcapi credits --output' \
    'svcapi credits --config' \
    'svcapi creditlog --start-index' \
    'svcapi creditlog --item-count' \
    'svcapi creditlog --start-id' \
    'svcapi creditlog --after' \
    'svcapi creditlog --since' \
    'svcapi creditlog --until' \
    'svcapi creditlog --url' \
    'svcapi creditlog --profile' \
    'svcapi creditlog --token-file' \
    'svcapi creditlog --timeout' \
    'svcapi creditlog --output' \
    'svcapi creditlog --config' \
    'svcapi grants --url' \
    'svcapi grants --profile' \
    'svcapi grants --token-file' \
    'svcapi grants --timeout' \
    'svcapi grants --output' \
    'svcapi grants --config' \
    'svcapi events --start-index' \
    'svcapi events --item-count' \
    'svcapi events --after' \
    'svcapi events --since' \
    'svcapi events --until' \
    'svcapi events --url' \
    'svcapi events --profile' \
    'svcapi events --token-file' \
    'svcapi events --timeout' \
    'svcapi events --output' \
    'svcapi events --config' \
    'svcapi event --url' \
    'svcapi event --profile' \
    'svcapi event --token-file' \
    'svcapi event --timeout' \
    'svcapi event --output' \
    'svcapi event --config' \
    'svcapi entity --url' \
    'svcapi entity --profile' \
    'svcapi entity --token-file' \
    'svcapi entity --timeout' \
    'svcapi entity --output' \
    'svcapi entity --config' \
    'svcapi datacards --url' \
    'svcapi datacards --profile' \
    'svcapi datacards --token-file' \
    'svcapi datacards --timeout' \
    'svcapi datacards --output' \
    'svcapi datacards --config' \
    'svcapi datacard --config' \
    'svcapi datacard show --url' \
    'svcapi datacard show --profile' \
    'svcapi datacard show --token-file' \
    'svcapi datacard show --timeout' \
    'svcapi datacard show --output' \
    'svcapi datacard show --config' \
    'svcapi datacard assign --to' \
    'svcapi datacard assign --uses' \
    'svcapi datacard assign --idempotency-key' \
    'svcapi datacard assign --batch' \
    'svcapi datacard assign --batch-id' \
    'svcapi datacard assign --batch-format' \
    'svcapi datacard assign --url' \
    'svcapi datacard assign --profile' \
    'svcapi datacard assign --token-file' \
    'svcapi datacard assign --timeout' \
    'svcapi datacard assign --output' \
    'svcapi datacard assign --config' \
    'svcapi datacard revoke --from' \
    'svcapi datacard revoke --idempotency-key' \
    'svcapi datacard revoke --batch' \
    'svcapi datacard revoke --batch-id' \
    'svcapi datacard revoke --batch-format' \
    'svcapi datacard revoke --url' \
    'svcapi datacard revoke --profile' \
    'svcapi datacard revoke --token-file' \
    'svcapi datacard revoke --timeout' \
    'svcapi datacard revoke --output' \
    'svcapi datacard revoke --config' \
    'svcapi api -X' \
    'svcapi api --method' \
    'svcapi api -f' \
    'svcapi api --field' \
    'svcapi api --query' \
    'svcapi api --input' \
    'svcapi api -H' \
    'svcapi api --header' \
    'svcapi api --url' \
    'svcapi api --profile' \
    'svcapi api --token-file' \
    'svcapi api --timeout' \
    'svcapi api --config' \
    'svcapi openapi --url' \
    'svcapi openapi --config' \
    'svcapi login --scope' \
    'svcapi login --url' \
    'svcapi login --profile' \
    'svcapi login --token-file' \
    'svcapi login --timeout' \
    'svcapi login --config' \
    'svcapi logout --profile' \
    'svcapi logout --timeout' \
    'svcapi logout --config' \
    'svcapi status --url' \
    'svcapi status --profile' \
    'svcapi status --token-file' \
    'svcapi status --timeout' \
    'svcapi status --output' \
    'svcapi status --config' \
    'svcapi profile --config' \
    'svcapi profile list --output' \
    'svcapi profile list --config' \
    'svcapi profile use --config' \
    'svcapi profile remove --timeout' \
    'svcapi profile remove --config' \
    'svcapi sandbox --config' \
    'svcapi sandbox clock --set' \
    'svcapi sandbox clock --advance' \
    'svcapi sandbox clock --output' \
    'svcapi sandbox clock --url' \
    'svcapi sandbox clock --timeout' \
    'svcapi sandbox clock --config' \
    'svcapi sandbox fail --code' \
    'svcapi sandbox fail --status' \
    'svcapi sandbox fail --delay' \
    'svcapi sandbox fail --answer' \
    'svcapi sandbox fail --proxy' \
    'svcapi sandbox fail --set-header' \
    'svcapi sandbox fail --drip' \
    'svcapi sandbox fail --cut' \
    'svcapi sandbox fail --where' \
    'svcapi sandbox fail --after' \
    'svcapi sandbox fail --times' \
    'svcapi sandbox fail --every' \
    'svcapi sandbox fail --probability' \
    'svcapi sandbox fail --end' \
    'svcapi sandbox fail --output' \
    'svcapi sandbox fail --url' \
    'svcapi sandbox fail --timeout' \
    'svcapi sandbox fail --config' \
    'svcapi sandbox reset --url' \
    'svcapi sandbox reset --timeout' \
    'svcapi sandbox reset --config' \
    'svcapi sandbox snapshot --drop' \
    'svcapi sandbox snapshot --url' \
    'svcapi sandbox snapshot --timeout' \
    'svcapi sandbox snapshot --config' \
    'svcapi sandbox token --permission' \
    'svcapi sandbox token --lifetime' \
    'svcapi sandbox token --output' \
    'svcapi sandbox token --url' \
    'svcapi sandbox token --timeout' \
    'svcapi sandbox token --config' \
    'svcapi sandbox requests --output' \
    'svcapi sandbox requests --url' \
    'svcapi sandbox requests --timeout' \
    'svcapi sandbox requests --config' \
    'svcapi sandbox load --url' \
    'svcapi sandbox load --timeout' \
    'svcapi sandbox load --config' \
    'svcapi import --max-removed' \
    'svcapi import --keep-events' \
    'svcapi import --keep-transactions' \
    'svcapi import --database' \
    'svcapi import --config' \
    'svcapi records-from-csv --config' \
    'svcapi export --database' \
    'svcapi export --config' \
    'svcapi migrate --database' \
    'svcapi migrate --config' \
    'svcapi backup --database' \
    'svcapi backup --config' \
    'svcapi prune --events-older-than' \
    'svcapi prune --transactions-older-than' \
    'svcapi prune --audit-older-than' \
    'svcapi prune --database' \
    'svcapi prune --output' \
    'svcapi prune --config' \
    'svcapi changes --after' \
    'svcapi changes --limit' \
    'svcapi changes --database' \
    'svcapi changes --output' \
    'svcapi changes --config' \
    'svcapi account --config' \
    'svcapi account invite --character' \
    'svcapi account invite --public-url' \
    'svcapi account invite --database' \
    'svcapi account invite --output' \
    'svcapi account invite --config' \
    'svcapi account list --database' \
    'svcapi account list --output' \
    'svcapi account list --config' \
    'svcapi account change --add' \
    'svcapi account change --remove' \
    'svcapi account change --database' \
    'svcapi account change --config' \
    'svcapi account disable --database' \
    'svcapi account disable --config' \
    'svcapi account enable --database' \
    'svcapi account enable --config' \
    'svcapi account reset --public-url' \
    'svcapi account reset --database' \
    'svcapi account reset --output' \
    'svcapi account reset --config' \
    'svcapi account rename --database' \
    'svcapi account rename --config' \
    'svcapi account remove --database' \
    'svcapi account remove --config' \
    'svcapi account export --database' \
    'svcapi account export --config' \
    'svcapi client --config' \
    'svcapi client create --name' \
    'svcapi client create --redirect-uri' \
    'svcapi client create --owner' \
    'svcapi client create --database' \
    'svcapi client create --output' \
    'svcapi client create --config' \
    'svcapi client change --database' \
    'svcapi client change --config' \
    'svcapi client secret --database' \
    'svcapi client secret --output' \
    'svcapi client secret --config' \
    'svcapi client list --database' \
    'svcapi client list --output' \
    'svcapi client list --config' \
    'svcapi client revoke --database' \
    'svcapi client revoke --config' \
    'svcapi grant --config' \
    'svcapi grant list --account' \
    'svcapi grant list --client' \
    'svcapi grant list --database' \
    'svcapi grant list --output' \
    'svcapi grant list --config' \
    'svcapi grant end --account' \
    'svcapi grant end --client' \
    'svcapi grant end --database' \
    'svcapi grant end --config' \
    'svcapi token --config' \
    'svcapi token create --client' \
    'svcapi token create --character' \
    'svcapi token create --permission' \
    'svcapi token create --days' \
    'svcapi token create --database' \
    'svcapi token create --output' \
    'svcapi token create --config' \
    'svcapi token list --database' \
    'svcapi token list --output' \
    'svcapi token list --config' \
    'svcapi token revoke --database' \
    'svcapi token revoke --config' \
    'svcapi blacklist --config' \
    'svcapi blacklist list --database' \
    'svcapi blacklist list --output' \
    'svcapi blacklist list --config' \
    'svcapi blacklist add --reason' \
    'svcapi blacklist add --for' \
    'svcapi blacklist add --database' \
    'svcapi blacklist add --config' \
    'svcapi blacklist remove --database' \
    'svcapi blacklist remove --config' \
    'svcapi doctor --instances' \
    'svcapi doctor --database' \
    'svcapi doctor --host' \
    'svcapi doctor --port' \
    'svcapi doctor --public-url' \
    'svcapi doctor --contact' \
    'svcapi doctor --trusted-proxies' \
    'svcapi doctor --oidc-issuer' \
    'svcapi doctor --oidc-client-id' \
    'svcapi doctor --oidc-client-secret-file' \
    'svcapi doctor --oidc-name' \
    'svcapi doctor --rate-limit' \
    'svcapi doctor --rate-window' \
    'svcapi doctor --access-token-lifetime' \
    'svcapi doctor --refresh-token-lifetime' \
    'svcapi doctor --grant-lifetime' \
    'svcapi doctor --redis' \
    'svcapi doctor --redis-prefix' \
    'svcapi doctor --blacklist-after' \
    'svcapi doctor --blacklist-for' \
    'svcapi doctor --default-format' \
    'svcapi doctor --cors-origins' \
    'svcapi doctor --keep-events' \
    'svcapi doctor --keep-transactions' \
    'svcapi doctor --removal-grace' \
    'svcapi doctor --log-level' \
    'svcapi doctor --metrics-host' \
    'svcapi doctor --metrics-port' \
    'svcapi doctor --database-connections' \
    'svcapi doctor --max-connections' \
    'svcapi doctor --max-connections-per-address' \
    'svcapi doctor --max-requests' \
    'svcapi doctor --max-requests-per-address' \
    'svcapi doctor --max-streams' \
    'svcapi doctor --max-streams-per-token' \
    'svcapi doctor --keep-alive-timeout' \
    'svcapi doctor --drain-delay' \
    'svcapi doctor --shutdown-timeout' \
    'svcapi doctor --output' \
    'svcapi doctor --config' \
    'svcapi version --config' \
    'svcapi completion --config'

complete -c svcapi -f
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'serve' -d 'host the service'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'time' -d 'show or convert galactic time'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'index' -d 'list the service’s routes'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'permissions' -d 'list the permissions'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'ratelimits' -d 'show your rate limits'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'hello' -d 'check that the service answers'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'character' -d 'show a character'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'handle' -d 'find a character by its name'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'credits' -d 'show the credits of a character'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'creditlog' -d 'list a character’s transactions'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'grants' -d 'list the permissions granted to this client'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'events' -d 'list the events of your character'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'event' -d 'show an event'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'entity' -d 'show what has a uid'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'datacards' -d 'list a faction’s datacards'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'datacard' -d 'show, assign and revoke a datacard'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'api' -d 'send any request'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'openapi' -d 'print the OpenAPI description'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'login' -d 'sign in, or store a token'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'logout' -d 'end a sign-in, and delete the stored token'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'status' -d 'check the server and the token in use'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'profile' -d 'list, choose and remove profiles'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'sandbox' -d 'control a service for tests'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'import' -d 'load a galaxy or a whole service from NDJSON'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'records-from-csv' -d 'turn tables into records for import'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'export' -d 'export the service as NDJSON'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'migrate' -d 'update the tables of the database'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'backup' -d 'copy the database while it is in use'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'prune' -d 'remove old events, transactions and audit lines'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'changes' -d 'list the changes of datacards, for the game'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'account' -d 'manage the players who may sign in'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'client' -d 'manage the programs that may call the service'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'grant' -d 'manage what players have allowed programs'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'token' -d 'manage the tokens of clients'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'blacklist' -d 'manage the addresses that get no answer'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'doctor' -d 'check a configuration and report problems'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'version' -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi\' -eq 0' -a 'completion' -d 'print a completion script for your shell'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l demo -d 'load a demo galaxy into an empty database, and print a token for it'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l demo-size -r -f -d 'size of the demo galaxy'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l demo-now -r -f -d 'end of the demo galaxy’s history, such as “Year 27 Day 1”; the present by default'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l demo-seed -r -f -d 'make another demo galaxy'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l demo-token -r -f -d 'value of the demo’s token, svcapi_ and 43 letters; random by default'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l sandbox -d 'serve a demo galaxy in memory for tests, which control its clock and faults below /sandbox'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l host -r -f -d 'listen on this address'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l port -r -f -d 'listen on this port; 0 picks a free one'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l public-url -r -f -d 'public address of the service, for links in answers'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l contact -r -f -d 'how clients reach the host, shown in the description and on the page'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l trusted-proxies -r -f -d 'trust X-Forwarded-For and X-Forwarded-Proto from these proxies'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l oidc-issuer -r -f -d 'let players sign in by this OpenID Connect provider'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l oidc-client-id -r -f -d 'client id of the service at --oidc-issuer'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l oidc-client-secret-file -r -F -d 'read the client secret for --oidc-issuer from this file'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l oidc-name -r -f -d 'name of the provider for players, such as Discord'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l oidc-create -d 'create an account for everybody whom --oidc-issuer signs in'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l rate-limit -r -f -d 'maximum calls of one address in a window, for each route'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l rate-window -r -f -d 'length of a rate-limit window'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l access-token-lifetime -r -f -d 'lifetime of an access token from OAuth'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l refresh-token-lifetime -r -f -d 'lifetime of an unused refresh token of a program without a secret'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l grant-lifetime -r -f -d 'time after which a person must agree again'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l redis -r -f -d 'count calls in this Redis, shared by all instances; use the variable to keep its password out of the process list'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l redis-prefix -r -f -d 'prefix of all keys in Redis; services that share a Redis each need their own'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l blacklist-after -r -f -d 'blacklist an address after this many refused calls in one window'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l blacklist-for -r -f -d 'how long an address stays on the blacklist'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l access-token-parameter -d 'also accept the token as the access_token query or form parameter'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l default-format -r -f -a 'json xml' -d 'format of answers to clients that accept any, or send no Accept'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l cors-origins -r -f -d 'let web pages of these origins read the answers'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l keep-events -r -f -d 'remove events older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l keep-transactions -r -f -d 'remove transactions older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l removal-grace -r -f -d 'how long characters and factions that svcapi import --sync removed may come back with their accesses'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l log-level -r -f -a 'trace debug info warn error fatal silent' -d 'lowest level that is logged'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l request-log -d 'log a line for each request; --no-request-log turns this off'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l metrics-host -r -f -d 'serve /metrics, for Prometheus, on this address'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l metrics-port -r -f -d 'serve /metrics on this port; off disables it'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l database-connections -r -f -d 'maximum connections to PostgreSQL'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-connections -r -f -d 'maximum open connections'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-connections-per-address -r -f -d 'maximum open connections of one client address; trusted proxies have none'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-requests -r -f -d 'maximum requests in flight; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-requests-per-address -r -f -d 'maximum requests in flight of one client address; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-streams -r -f -d 'maximum open streams of events and transactions; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l max-streams-per-token -r -f -d 'maximum open streams of one token; the rest get 429'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l keep-alive-timeout -r -f -d 'close a connection that has been idle this long'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l drain-delay -r -f -d 'after SIGTERM, keep serving this long while /readyz answers 503'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l shutdown-timeout -r -f -d 'how long shutdown waits for requests in flight'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi serve\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l cgt -r -f -d 'a galactic time'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l time -r -f -d 'a number of Unix seconds; can be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l date -r -f -d 'an ISO date'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l tz -r -f -a '(echo UTC; cut -sf3 /usr/share/zoneinfo/zone.tab | grep /)' -d 'the time zone of dates, such as Europe/Berlin'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l remote -d 'use the clock and the conversion of the service'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l json -f -a '(__fish_append , timestamp cgt date)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi time\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi time\' --json' -f -a '(__fish_append , timestamp cgt date)'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l group -r -f -a 'Api Character Datacard Entity Event' -d 'list only the routes of this group'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l json -f -a '(__fish_append , group method path permission auth limited description name href body query)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi index\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi index\' --json' -f -a '(__fish_append , group method path permission auth limited description name href body query)'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l json -f -a '(__fish_append , name inherits description)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi permissions\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi permissions\' --json' -f -a '(__fish_append , name inherits description)'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l watch -d 'show them again and again until Ctrl-C, on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l interval -r -f -d 'seconds between two calls of --watch'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l json -f -a '(__fish_append , pattern limit remaining reset reset_time)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi ratelimits\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi ratelimits\' --json' -f -a '(__fish_append , pattern limit remaining reset reset_time)'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l json -f -a '(__fish_append , message client)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi hello\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi hello\' --json' -f -a '(__fish_append , message client)'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l json -f -a '(__fish_append , uid name image isprivate isbasic race_uid race faction_uid faction factions gender lastlogin lastlogin_cgt lastlogin_date shortdescription biography health healthMax XP XPLevel credits)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi character\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi character\' --json' -f -a '(__fish_append , uid name image isprivate isbasic race_uid race faction_uid faction factions gender lastlogin lastlogin_cgt lastlogin_date shortdescription biography health healthMax XP XPLevel credits)'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l json -f -a '(__fish_append , uid handle)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi handle\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi handle\' --json' -f -a '(__fish_append , uid handle)'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l json -f -a '(__fish_append , credits)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi credits\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi credits\' --json' -f -a '(__fish_append , credits)'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l start-index -r -f -d 'the first item of the page, counted from 1'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l item-count -r -f -d 'the number of items on the page'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l start-id -r -f -d 'take the page from the oldest 1000 transactions with this or a higher id'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l all -d 'read the whole log, oldest first'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l after -r -f -d 'read all transactions after this id, oldest first'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l since -r -f -d 'read all transactions from this time on, oldest first, such as Y25D204, 1718625600 or 2024-06-17'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l until -r -f -d 'read all transactions up to this time, oldest first, such as Y25D204, 1718625600 or 2024-06-17'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l follow -d 'print each new transaction as it comes, until Ctrl-C; with --after or --since, begin there'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l plot -d 'plot the balance over time, from the beginning, --after or --since on'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l json -f -a '(__fish_append , id time time_cgt time_date amount change sender sender_uid receiver receiver_uid communication)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi creditlog\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi creditlog\' --json' -f -a '(__fish_append , id time time_cgt time_date amount change sender sender_uid receiver receiver_uid communication)'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l json -f -a '(__fish_append , permissions expires expires_cgt expires_date)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi grants\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi grants\' --json' -f -a '(__fish_append , permissions expires expires_cgt expires_date)'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l start-index -r -f -d 'the first item of the page, counted from 0'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l item-count -r -f -d 'the number of items on the page'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l after -r -f -d 'only events after this one, by their uid, such as 39:10'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l since -r -f -d 'only events from this time on, such as Y25D204, 1718625600 or 2024-06-17'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l until -r -f -d 'only events up to this time, such as Y25D204, 1718625600 or 2024-06-17'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l follow -d 'print each new event as it comes, until Ctrl-C'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l json -f -a '(__fish_append , uid type time time_cgt time_date text)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi events\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi events\' --json' -f -a '(__fish_append , uid type time time_cgt time_date text)'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l json -f -a '(__fish_append , uid receiver_uid receiver time time_cgt time_date text)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi event\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi event\' --json' -f -a '(__fish_append , uid receiver_uid receiver time time_cgt time_date text)'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l json -f -a '(__fish_append , uid name type owner_uid owner)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi entity\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi entity\' --json' -f -a '(__fish_append , uid name type owner_uid owner)'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l uses -d 'list the uses of each datacard, and where they are assigned'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l json -f -a '(__fish_append , uid entity_uid entity type href owner_uid owner uses assignedlocations)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi datacards\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi datacards\' --json' -f -a '(__fish_append , uid entity_uid entity type href owner_uid owner uses assignedlocations)'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\' -eq 0' -a 'show' -d 'show a datacard and its assignments'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\' -eq 0' -a 'assign' -d 'assign uses of a datacard to a production entity'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\' -eq 0' -a 'revoke' -d 'revoke a datacard from a production entity'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi datacard\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l json -f -a '(__fish_append , uid entity_uid entity owner_uid owner uses assignedlocations)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi datacard show\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi datacard show\' --json' -f -a '(__fish_append , uid entity_uid entity owner_uid owner uses assignedlocations)'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l to -r -f -d 'the uid of the production entity, such as 4:1'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l uses -r -f -d 'the number of uses'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l unlimited -d 'unlimited uses, of an unlimited datacard only'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l idempotency-key -r -f -d 'make this change only once in 24 hours, however often it is sent with this key'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l dry-run -d 'show the change without making it; needs the permission faction_datacards_read'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l batch -r -F -d 'make many changes, from a CSV or NDJSON file, or - for standard input; all rows are checked before the first is sent. The result of a row has the fields line, datacard, entity, uses, result, before, after, error, message'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l batch-id -r -f -d 'the id of the batch'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l again -d 'make the changes of a batch once more when all of them are done'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l batch-format -r -f -a 'csv ndjson' -d 'the format of the batch, instead of detecting it'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l json -f -a '(__fish_append , datacard entity location_uid location before after done line uses result error message)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi datacard assign\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi datacard assign\' --json' -f -a '(__fish_append , datacard entity location_uid location before after done line uses result error message)'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l from -r -f -d 'the uid of the production entity, such as 4:1'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l idempotency-key -r -f -d 'make this change only once in 24 hours, however often it is sent with this key'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l dry-run -d 'show the change without making it; needs the permission faction_datacards_read'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l batch -r -F -d 'make many changes, from a CSV or NDJSON file, or - for standard input; all rows are checked before the first is sent. The result of a row has the fields line, datacard, entity, uses, result, before, after, error, message'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l batch-id -r -f -d 'the id of the batch'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l again -d 'make the changes of a batch once more when all of them are done'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l batch-format -r -f -a 'csv ndjson' -d 'the format of the batch, instead of detecting it'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l json -f -a '(__fish_append , datacard entity location_uid location before after done line uses result error message)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l xml -d 'print the XML of the service, unchanged'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l output -r -f -a 'table tsv json csv xml' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi datacard revoke\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi datacard revoke\' --json' -f -a '(__fish_append , datacard entity location_uid location before after done line uses result error message)'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s X -l method -r -f -a 'GET HEAD POST PUT PATCH DELETE OPTIONS' -d 'the method, as an option'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s f -l field -r -f -d 'a field'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l query -r -f -d 'a query parameter; can be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l input -r -F -d 'send this file as the body, JSON unless -H sets a Content-Type; - for standard input'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s H -l header -r -f -d 'a header field; can be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s i -l include -d 'print the status line and the header fields of the answer, too'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l silent -d 'print nothing of the answer'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l paginate -d 'read all pages of a credit log into one document, newest first'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l xml -d 'request XML instead of JSON'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi api\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi api\' -eq 0' -f -a 'GET HEAD POST PUT PATCH DELETE OPTIONS'
complete -c svcapi -n '__svcapi_at \'svcapi api\' -eq 1' -f -a '/ /api/time /api/permissions /api/ratelimits /api/helloworld /api/helloauth'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi openapi\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l scope -r -f -a '(__fish_append , character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write)' -d 'ask for this permission instead of all, may be repeated; see svcapi permissions'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l no-browser -d 'print the address and the code, and open no browser'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l with-token -d 'prompt for a token, or read it from standard input, instead of signing in'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi login\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi logout\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l profile -r -f -a '(svcapi profile list --output tsv | cut -f1)' -d 'use the address and the token stored under this name'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l token-file -r -F -d 'read the token from this file'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l retry -d 'when rate-limited, wait and try again'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l json -f -a '(__fish_append , profile url answers token client uid character permissions expires expires_cgt expires_date account renews)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi status\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi status\' --json' -f -a '(__fish_append , profile url answers token client uid character permissions expires expires_cgt expires_date account renews)'
complete -c svcapi -n '__svcapi_at \'svcapi profile\' -eq 0' -a 'list' -d 'list the profiles'
complete -c svcapi -n '__svcapi_at \'svcapi profile\' -eq 0' -a 'use' -d 'choose the profile that commands use'
complete -c svcapi -n '__svcapi_at \'svcapi profile\' -eq 0' -a 'remove' -d 'remove a stored profile'
complete -c svcapi -n '__svcapi_at \'svcapi profile\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi profile\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l json -f -a '(__fish_append , profile used url token)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi profile list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi profile list\' --json' -f -a '(__fish_append , profile used url token)'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi profile use\' -eq 0' -f -a '(svcapi profile list --output tsv | cut -f1)'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi profile remove\' -eq 0' -f -a '(svcapi profile list --output tsv | cut -f1)'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'clock' -d 'show, set and move the clock'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'fail' -d 'make requests fail'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'reset' -d 'go back to the beginning, or to a snapshot'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'snapshot' -d 'keep the present state'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'token' -d 'make a token for a character'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'requests' -d 'list the requests that came in'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'load' -d 'load records of a galaxy file'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l set -r -f -d 'set it'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l advance -r -f -d 'move it on by seconds, or a number with ms, s, m, h or d'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l run -d 'let it run'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l stop -d 'stop it'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l json -f -a '(__fish_append , now cgt date running)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox clock\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi sandbox clock\' --json' -f -a '(__fish_append , now cgt date running)'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l code -r -f -a 'invalid_parameter malformed_request rate_limit_exceeded token_missing token_invalid permission_missing not_found route_not_found method_not_allowed not_acceptable request_timeout not_enough_uses idempotency_key_reused payload_too_large uri_too_long unsupported_media_type too_many_streams header_fields_too_large invalid_time internal_error unavailable' -d 'answer with this error code, such as rate_limit_exceeded'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l status -r -f -a '400 401 404 405 406 408 409 413 414 415 429 431 500 503' -d 'answer with the error of this HTTP status'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l delay -r -f -d 'wait before the answer, also beside another effect'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l answer -r -F -d 'answer with the status, headers and body of a JSON file, in place of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l proxy -r -f -a '502 503 504' -d 'answer with the HTML page of a proxy of this status'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l set-header -r -f -d 'replace a header field of the answer, such as “Date'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l drip -r -f -d 'let the body arrive in ten pieces over this time'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l cut -r -f -d 'close the connection after so many bytes of the body'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l silence -d 'close the connection without an answer, as for a blacklisted address'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l where -r -f -d 'strike only requests with this parameter, character'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l after -r -f -d 'let so many requests pass first'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l times -r -f -d 'strike so many requests; all of them without it'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l every -r -f -d 'begin again with each so many requests'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l probability -r -f -d 'strike this share of the requests, above 0 and at most 1'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l end -r -f -d 'end the fault with this id'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l end-all -d 'end all faults'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l json -f -a '(__fish_append , id route where effect left strikes)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi sandbox fail\' --json' -f -a '(__fish_append , id route where effect left strikes)'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox fail\' -eq 0' -f -a '(printf "%s\\n" "GET /" "GET /api/time" "POST /api/time" "GET /api/permissions" "GET /api/ratelimits" "GET /api/helloworld" "GET /api/helloauth" "GET /character[/{uid}]" "GET /character/handlecheck/{handle}" "GET /character/{uid}/credits" "GET /character/{uid}/creditlog" "GET /character/{uid}/permissions" "GET /datacard/{uid}" "POST /datacard/{uid}" "DELETE /datacard/{uid}" "GET /datacards/{uid}" "GET /entity/{uid}" "GET /events/{mode}[/{type}]" "GET /event/{uid}")'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox reset\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l drop -r -f -d 'forget a snapshot instead'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox snapshot\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l permission -r -f -a '(__fish_append , character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write)' -d 'permission of the token, may be repeated; all without it'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l lifetime -r -f -d 'time until it expires, by the clock of the sandbox; 100 years by default'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l json -f -a '(__fish_append , token character permissions expires)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox token\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi sandbox token\' --json' -f -a '(__fish_append , token character permissions expires)'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l clear -d 'forget them'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l json -f -a '(__fish_append , method path query status error client character body route time permissions headers)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi sandbox requests\' --json' -f -a '(__fish_append , method path query status error client character body route time permissions headers)'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox requests\' -eq 0' -f -a '(printf "%s\\n" "GET /" "GET /api/time" "POST /api/time" "GET /api/permissions" "GET /api/ratelimits" "GET /api/helloworld" "GET /api/helloauth" "GET /character[/{uid}]" "GET /character/handlecheck/{handle}" "GET /character/{uid}/credits" "GET /character/{uid}/creditlog" "GET /character/{uid}/permissions" "GET /datacard/{uid}" "POST /datacard/{uid}" "DELETE /datacard/{uid}" "GET /datacards/{uid}" "GET /entity/{uid}" "GET /events/{mode}[/{type}]" "GET /event/{uid}")'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l url -r -f -d 'address of the service'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l timeout -r -f -d 'how long to wait for an answer'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi sandbox load\' -eq 0' -F
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l keep-going -d 'keep the valid lines when others are refused'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l sync -d 'also remove what the files do not name, of the kinds that they have records of'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l max-removed -r -f -d 'with --sync'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l strict -d 'refuse transactions and events that name an unknown entity, instead of adding it as removed'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l require-end -d 'refuse a file without an end record, as svcapi export writes it'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l dry-run -d 'show what would be added, changed and removed, and write nothing'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l follow -d 'import from a pipe until it ends, and print the last line that each commit includes'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l json -d 'print the counts as JSON, and with --dry-run every change'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l keep-events -r -f -d 'remove events older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l keep-transactions -r -f -d 'remove transactions older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi import\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi import\' -ge 0' -F
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi records-from-csv\' -ge 0' -F -a 'faction character membership entity datacard event transaction account account_character client grant token blacklist fact datacard_change idempotency_key use'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l galaxy -d 'export the galaxy only'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi export\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi export\' -eq 0' -F
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi migrate\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l force -d 'replace an existing file'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi backup\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi backup\' -eq 0' -F
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l events-older-than -r -f -d 'remove events older than this'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l transactions-older-than -r -f -d 'remove transactions older than this'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l audit-older-than -r -f -d 'remove lines of the audit trail older than this'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l dry-run -d 'show what would be removed, and remove nothing'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l json -f -a '(__fish_append , kind count oldest newest before)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi prune\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi prune\' --json' -f -a '(__fish_append , kind count oldest newest before)'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l after -r -f -d 'only changes behind this id'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l limit -r -f -d 'print no more than this number of changes'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l follow -d 'go on with each new change as it comes, until Ctrl-C'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l json -f -a '(__fish_append , id time action datacard location uses_before uses_after character client request_id)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi changes\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi changes\' --json' -f -a '(__fish_append , id time action datacard location uses_before uses_after character client request_id)'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'invite' -d 'make an account, and print a link for its player'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'list' -d 'list all accounts'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'change' -d 'give an account characters, or take them away'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'disable' -d 'keep players out'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'enable' -d 'let players in again'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'reset' -d 'end a password, and print a link for another'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'rename' -d 'change the name of an account'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'remove' -d 'remove accounts for good'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'export' -d 'write everything about a player'
complete -c svcapi -n '__svcapi_at \'svcapi account\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l character -r -f -d 'character of the player, may be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l public-url -r -f -d 'public address of the service, for links in answers'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l json -f -a '(__fish_append , account link characters expires)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account invite\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi account invite\' --json' -f -a '(__fish_append , account link characters expires)'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l json -f -a '(__fish_append , account state characters created last_sign_in)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi account list\' --json' -f -a '(__fish_append , account state characters created last_sign_in)'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l add -r -f -d 'character to add, may be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l remove -r -f -d 'character to remove, may be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account change\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account disable\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account enable\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l public-url -r -f -d 'public address of the service, for links in answers'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l json -f -a '(__fish_append , account link characters expires)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account reset\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi account reset\' --json' -f -a '(__fish_append , account link characters expires)'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account rename\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l forget -d 'also empty the texts of events that their characters received, and of payments that these made'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account remove\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi account export\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi account export\' -eq 1' -F
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'create' -d 'make a client'
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'change' -d 'change what a client must and may do'
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'secret' -d 'give a client another secret'
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'list' -d 'list all clients'
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'revoke' -d 'revoke clients and all their tokens'
complete -c svcapi -n '__svcapi_at \'svcapi client\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l name -r -f -d 'name for people'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l redirect-uri -r -f -d 'address that players are sent back to'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l public -d 'the program can keep no secret, such as one that people install or a web page'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l resource-server -d 'let it ask about the tokens of all clients, with its secret'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l no-pkce -d 'make PKCE optional, for a program with a secret that cannot send it'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l owner -r -f -d 'account that can change the client on its own pages'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l json -f -a '(__fish_append , client secret)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client create\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi client create\' --json' -f -a '(__fish_append , client secret)'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l resource-server -d 'let it ask about the tokens of all clients'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l no-resource-server -d 'let it ask about its own tokens only'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l pkce -d 'require PKCE'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l no-pkce -d 'make PKCE optional, for a program that cannot send it'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client change\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l json -f -a '(__fish_append , client secret)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client secret\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi client secret\' --json' -f -a '(__fish_append , client secret)'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l json -f -a '(__fish_append , client name created revoked kind owner redirect_uris pkce resource_server)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi client list\' --json' -f -a '(__fish_append , client name created revoked kind owner redirect_uris pkce resource_server)'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi client revoke\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi grant\' -eq 0' -a 'list' -d 'list all grants'
complete -c svcapi -n '__svcapi_at \'svcapi grant\' -eq 0' -a 'end' -d 'end grants with their tokens'
complete -c svcapi -n '__svcapi_at \'svcapi grant\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi grant\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l account -r -f -d 'only the grants of this account'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l client -r -f -d 'only the grants to this client'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l json -f -a '(__fish_append , grant state account client uid character permissions created last_used expires)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi grant list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi grant list\' --json' -f -a '(__fish_append , grant state account client uid character permissions created last_used expires)'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l account -r -f -d 'only the grants of this account'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l client -r -f -d 'only the grants to this client'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi grant end\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi token\' -eq 0' -a 'create' -d 'make a token and print it once'
complete -c svcapi -n '__svcapi_at \'svcapi token\' -eq 0' -a 'list' -d 'list all tokens'
complete -c svcapi -n '__svcapi_at \'svcapi token\' -eq 0' -a 'revoke' -d 'revoke tokens'
complete -c svcapi -n '__svcapi_at \'svcapi token\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi token\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l client -r -f -d 'id of the client'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l character -r -f -d 'character to act for'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l permission -r -f -a '(__fish_append , character_auth character_read character_stats character_credits character_events faction_datacards_read faction_datacards_write)' -d 'permission of the token, may be repeated'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l days -r -f -d 'lifetime of a new token, in days'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l json -f -a '(__fish_append , id token client uid character permissions expires)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi token create\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi token create\' --json' -f -a '(__fish_append , id token client uid character permissions expires)'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l json -f -a '(__fish_append , token state client uid character permissions created expires kind account)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi token list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi token list\' --json' -f -a '(__fish_append , token state client uid character permissions created expires kind account)'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi token revoke\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\' -eq 0' -a 'list' -d 'list the addresses'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\' -eq 0' -a 'add' -d 'add an address'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\' -eq 0' -a 'remove' -d 'remove an address'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\' -eq 0' -a 'help' -d 'show the help of a command'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l json -f -a '(__fish_append , address since until reason)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist list\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi blacklist list\' --json' -f -a '(__fish_append , address since until reason)'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l reason -r -f -d 'reason, shown by svcapi blacklist list'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l for -r -f -d 'how long an address stays on the blacklist'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist add\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -s y -l yes -d 'do not ask for confirmation on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi blacklist remove\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l instances -r -f -d 'number of servers that share the database'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l strict -d 'exit with 1 for warnings too'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l database -r -F -d 'the database'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l host -r -f -d 'listen on this address'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l port -r -f -d 'listen on this port; 0 picks a free one'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l public-url -r -f -d 'public address of the service, for links in answers'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l contact -r -f -d 'how clients reach the host, shown in the description and on the page'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l trusted-proxies -r -f -d 'trust X-Forwarded-For and X-Forwarded-Proto from these proxies'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l oidc-issuer -r -f -d 'let players sign in by this OpenID Connect provider'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l oidc-client-id -r -f -d 'client id of the service at --oidc-issuer'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l oidc-client-secret-file -r -F -d 'read the client secret for --oidc-issuer from this file'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l oidc-name -r -f -d 'name of the provider for players, such as Discord'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l oidc-create -d 'create an account for everybody whom --oidc-issuer signs in'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l rate-limit -r -f -d 'maximum calls of one address in a window, for each route'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l rate-window -r -f -d 'length of a rate-limit window'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l access-token-lifetime -r -f -d 'lifetime of an access token from OAuth'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l refresh-token-lifetime -r -f -d 'lifetime of an unused refresh token of a program without a secret'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l grant-lifetime -r -f -d 'time after which a person must agree again'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l redis -r -f -d 'count calls in this Redis, shared by all instances; use the variable to keep its password out of the process list'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l redis-prefix -r -f -d 'prefix of all keys in Redis; services that share a Redis each need their own'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l blacklist-after -r -f -d 'blacklist an address after this many refused calls in one window'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l blacklist-for -r -f -d 'how long an address stays on the blacklist'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l access-token-parameter -d 'also accept the token as the access_token query or form parameter'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l default-format -r -f -a 'json xml' -d 'format of answers to clients that accept any, or send no Accept'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l cors-origins -r -f -d 'let web pages of these origins read the answers'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l keep-events -r -f -d 'remove events older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l keep-transactions -r -f -d 'remove transactions older than this, and import none'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l removal-grace -r -f -d 'how long characters and factions that svcapi import --sync removed may come back with their accesses'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l log-level -r -f -a 'trace debug info warn error fatal silent' -d 'lowest level that is logged'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l request-log -d 'log a line for each request; --no-request-log turns this off'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l metrics-host -r -f -d 'serve /metrics, for Prometheus, on this address'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l metrics-port -r -f -d 'serve /metrics on this port; off disables it'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l database-connections -r -f -d 'maximum connections to PostgreSQL'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-connections -r -f -d 'maximum open connections'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-connections-per-address -r -f -d 'maximum open connections of one client address; trusted proxies have none'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-requests -r -f -d 'maximum requests in flight; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-requests-per-address -r -f -d 'maximum requests in flight of one client address; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-streams -r -f -d 'maximum open streams of events and transactions; the rest get 503'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l max-streams-per-token -r -f -d 'maximum open streams of one token; the rest get 429'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l keep-alive-timeout -r -f -d 'close a connection that has been idle this long'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l drain-delay -r -f -d 'after SIGTERM, keep serving this long while /readyz answers 503'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l shutdown-timeout -r -f -d 'how long shutdown waits for requests in flight'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l json -f -a '(__fish_append , check state finding next)' -d 'print JSON, with all fields or some of these'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l output -r -f -a 'table tsv json csv' -d 'print in this format'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l header -d 'print a header row, also in a pipe'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l no-header -d 'omit the header row, also on a terminal'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l wide -d 'show every column of a table and all of its text, also on a narrow terminal'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi doctor\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_behind \'svcapi doctor\' --json' -f -a '(__fish_append , check state finding next)'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi version\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -s h -l help -d 'show this help'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -l no-color -d 'print without colour, as with the variable NO_COLOR'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -l no-pager -d 'print to the terminal directly, also what is longer than the screen'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -l debug -d 'show requests and answers with times, and the stack trace of an error'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -s V -l version -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi completion\'' -l config -r -F -d 'read settings from this file'
complete -c svcapi -n '__svcapi_at \'svcapi completion\' -eq 0' -f -a 'bash zsh fish'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'serve' -d 'host the service'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'time' -d 'show or convert galactic time'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'index' -d 'list the service’s routes'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'permissions' -d 'list the permissions'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'ratelimits' -d 'show your rate limits'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'hello' -d 'check that the service answers'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'character' -d 'show a character'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'handle' -d 'find a character by its name'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'credits' -d 'show the credits of a character'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'creditlog' -d 'list a character’s transactions'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'grants' -d 'list the permissions granted to this client'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'events' -d 'list the events of your character'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'event' -d 'show an event'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'entity' -d 'show what has a uid'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'datacards' -d 'list a faction’s datacards'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'datacard' -d 'show, assign and revoke a datacard'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'api' -d 'send any request'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'openapi' -d 'print the OpenAPI description'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'login' -d 'sign in, or store a token'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'logout' -d 'end a sign-in, and delete the stored token'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'status' -d 'check the server and the token in use'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'profile' -d 'list, choose and remove profiles'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'sandbox' -d 'control a service for tests'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'import' -d 'load a galaxy or a whole service from NDJSON'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'records-from-csv' -d 'turn tables into records for import'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'export' -d 'export the service as NDJSON'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'migrate' -d 'update the tables of the database'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'backup' -d 'copy the database while it is in use'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'prune' -d 'remove old events, transactions and audit lines'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'changes' -d 'list the changes of datacards, for the game'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'account' -d 'manage the players who may sign in'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'client' -d 'manage the programs that may call the service'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'grant' -d 'manage what players have allowed programs'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'token' -d 'manage the tokens of clients'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'blacklist' -d 'manage the addresses that get no answer'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'doctor' -d 'check a configuration and report problems'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'version' -d 'show the version'
complete -c svcapi -n '__svcapi_at \'svcapi help\' -eq 0' -a 'completion' -d 'print a completion script for your shell'
complete -c svcapi -n '__svcapi_at \'svcapi help datacard\' -eq 0' -a 'show' -d 'show a datacard and its assignments'
complete -c svcapi -n '__svcapi_at \'svcapi help datacard\' -eq 0' -a 'assign' -d 'assign uses of a datacard to a production entity'
complete -c svcapi -n '__svcapi_at \'svcapi help datacard\' -eq 0' -a 'revoke' -d 'revoke a datacard from a production entity'
complete -c svcapi -n '__svcapi_at \'svcapi help profile\' -eq 0' -a 'list' -d 'list the profiles'
complete -c svcapi -n '__svcapi_at \'svcapi help profile\' -eq 0' -a 'use' -d 'choose the profile that commands use'
complete -c svcapi -n '__svcapi_at \'svcapi help profile\' -eq 0' -a 'remove' -d 'remove a stored profile'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'clock' -d 'show, set and move the clock'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'fail' -d 'make requests fail'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'reset' -d 'go back to the beginning, or to a snapshot'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'snapshot' -d 'keep the present state'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'token' -d 'make a token for a character'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'requests' -d 'list the requests that came in'
complete -c svcapi -n '__svcapi_at \'svcapi help sandbox\' -eq 0' -a 'load' -d 'load records of a galaxy file'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'invite' -d 'make an account, and print a link for its player'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'list' -d 'list all accounts'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'change' -d 'give an account characters, or take them away'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'disable' -d 'keep players out'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'enable' -d 'let players in again'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'reset' -d 'end a password, and print a link for another'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'rename' -d 'change the name of an account'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'remove' -d 'remove accounts for good'
complete -c svcapi -n '__svcapi_at \'svcapi help account\' -eq 0' -a 'export' -d 'write everything about a player'
complete -c svcapi -n '__svcapi_at \'svcapi help client\' -eq 0' -a 'create' -d 'make a client'
complete -c svcapi -n '__svcapi_at \'svcapi help client\' -eq 0' -a 'change' -d 'change what a client must and may do'
complete -c svcapi -n '__svcapi_at \'svcapi help client\' -eq 0' -a 'secret' -d 'give a client another secret'
complete -c svcapi -n '__svcapi_at \'svcapi help client\' -eq 0' -a 'list' -d 'list all clients'
complete -c svcapi -n '__svcapi_at \'svcapi help client\' -eq 0' -a 'revoke' -d 'revoke clients and all their tokens'
complete -c svcapi -n '__svcapi_at \'svcapi help grant\' -eq 0' -a 'list' -d 'list all grants'
complete -c svcapi -n '__svcapi_at \'svcapi help grant\' -eq 0' -a 'end' -d 'end grants with their tokens'
complete -c svcapi -n '__svcapi_at \'svcapi help token\' -eq 0' -a 'create' -d 'make a token and print it once'
complete -c svcapi -n '__svcapi_at \'svcapi help token\' -eq 0' -a 'list' -d 'list all tokens'
complete -c svcapi -n '__svcapi_at \'svcapi help token\' -eq 0' -a 'revoke' -d 'revoke tokens'
complete -c svcapi -n '__svcapi_at \'svcapi help blacklist\' -eq 0' -a 'list' -d 'list the addresses'
complete -c svcapi -n '__svcapi_at \'svcapi help blacklist\' -eq 0' -a 'add' -d 'add an address'
complete -c svcapi -n '__svcapi_at \'svcapi help blacklist\' -eq 0' -a 'remove' -d 'remove an address'
