#!/usr/bin/env bash
# Holds docs/openapi.json against a running server with schemathesis: tests/e2e/api.sh SCHEMATHESIS URL TOKEN
set -euo pipefail
cd "$(dirname "$0")/../.."
exec "$1" run docs/openapi.json --url "$2" -H "Authorization: Bearer $3" \
    --checks all --exclude-checks ignored_auth,missing_required_header \
    --max-examples 25 --phases examples,coverage,fuzzing --rate-limit 9/s --no-color
