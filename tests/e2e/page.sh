#!/usr/bin/env bash
# Plays a war, writes its page, serves it from a folder and looks at it in Chromium; then at what daemons serve.
# usage: page.sh FOLDER [install]     SHOTS=FOLDER keeps pictures of what was seen
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
[ -f package.json ] || echo '{"private":true}' > package.json
if [ ! -d node_modules/axe-core ] || [ ! -d node_modules/playwright-core ]; then
    npm install --no-audit --no-fund playwright-core@1 axe-core@4 > install.log 2>&1
fi
[ "${2:-}" = install ] && exit
guerrabot=${GUERRABOT:-$here/../../target/debug/guerrabot}

rm -rf war site
mkdir war
printf '[schedule]\nevery = "1h"\n' > war/config.toml
(cd war && "$guerrabot" war new --secret 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f) > war.log 2>&1 || { cat war.log; exit 1; }
python3 "$here/page_war.py" war/guerrabot.db "$here/../data"
# One picture stands for all: 550 of them would take a minute, and tests/picture.rs looks at them.
figures=site/figure/$("$guerrabot" --config war/config.toml status --json | sed 's/.*"commitment":"\([0-9a-f]\{8\}\).*/\1/')
mkdir -p "$figures"
"$guerrabot" --config war/config.toml render --turn 149 --size 1600x1200 -o "$figures/149.png"
for turn in $(seq 0 550); do [ "$turn" = 149 ] || cp "$figures/149.png" "$figures/$turn.png"; done
"$guerrabot" --config war/config.toml site site
node "$here/verify.mjs" site

python3 -u -m http.server 0 --bind 127.0.0.1 --directory site > server.log 2>&1 &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do
    port=$(sed -n 's/.*port \([0-9]*\).*/\1/p' server.log)
    [ -n "$port" ] && break
    sleep 0.1
done
node "$here/page.mjs" "http://127.0.0.1:$port/" ${SHOTS:+"$SHOTS"}
node "$here/live.mjs" "$guerrabot" live ${SHOTS:+"$SHOTS"}
