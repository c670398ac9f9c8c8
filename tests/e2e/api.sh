#!/usr/bin/env bash
# Holds docs/openapi.json against a server with schemathesis: tests/e2e/api.sh SCHEMATHESIS open URL TOKEN, for a game whose
# tick is open, or SCHEMATHESIS over URL, for one that is over, where nobody waits for a later tick.
set -euo pipefail
cd "$(dirname "$0")/../.."
check=("$1" run docs/openapi.json --url "$3" --checks all --phases coverage,fuzzing --seed 7 --max-examples 15 --no-color)
case "$2" in
    open) exec "${check[@]}" -H "Authorization: Bearer $4" --rate-limit 9/s --exclude-path /api/v1/state ;;
    over) exec "${check[@]}" --include-path-regex '^/api/v1/(game|state|replay|ticks/\{tick\})$' ;;
esac
