#!/bin/sh
# Installs a new release on one machine with SQLite without losing a request, and goes back again. As root:
#   sh deploy/release.sh ADDRESS-OF-THE-REPOSITORY [--yes]    clones, builds, tries, switches
#   sh deploy/release.sh --back [--yes]                       the release before
# With --evento=baile both act on convites_baile, another event on this machine, with the port of its .env.
# /opt/convites has .env, an optional evento.json, releases/, and atual, a link to the running release. A
# release is tried first, on a port of its own and on a copy of the database, as the server's user. Decision
# 0029 says why.
set -eu
umask 022

say() { printf '%s\n' "$*"; }
refuse() { say "release: $*" >&2; exit 1; }
what=
yes=
name=convites
for word; do
  case $word in
    --yes) yes=1 ;;
    --evento=*) name=convites_${word#*=} ;;
    *) what=$word ;;
  esac
done
case $name in *_ | *[!a-z0-9_]*) refuse 'the name of an event is of small letters and digits' ;; esac

# What a test replaces of this machine.
home=${CONVITES_HOME:-/opt/$name}
as=${CONVITES_AS-setpriv --reuid=$name --regid=$name --init-groups}
build=${CONVITES_BUILD:-fetch_and_build}
restart=${CONVITES_RESTART:-systemctl restart $name@*.service}
stop=${CONVITES_STOP:-systemctl stop $name@*.socket $name@*.service}
start=${CONVITES_START:-systemctl start --all $name@*.socket $name@*.service}
restore=${CONVITES_RESTORE:-node build/node/cli/main.js restaurar}

[ -n "$what" ] || refuse 'say the address of the repository, or --back'
cd "$home"
[ -r .env ] || refuse "$home/.env is not there: copy .env.example to it and fill it in"

# The release a command runs in; its .env is read as the server reads it.
at=
run() { (cd "$at" && exec $as "$@"); }
setting() { run node -e 'process.loadEnvFile(".env"); process.stdout.write(process.env[process.argv[1]] ?? "")' "$1"; }
# $1: an SQLite statement that returns one value, or none; $2: the file.
query() {
  run node --no-warnings --input-type=module -e '
    const [sql, file, module] = process.argv.slice(1)
    const { Database } = await import(module)
    const db = new Database(file, { readOnly: true })
    const [row = {}] = db.prepare(sql).all()
    process.stdout.write(String(Object.values(row)[0] ?? ""))' "$1" "$2" "$PWD/$at/build/node/repos/sqlite/database.js"
}
schema_of() { if run test -s "$1"; then query 'PRAGMA user_version' "$1"; else say 0; fi; }
# Whether the server on a port is well: its health, and the invitation.
is_well() {
  run node -e '
    process.loadEnvFile(".env")
    const { host } = new URL(process.env.PUBLIC_ORIGIN || "http://localhost")
    const ask = (path) => new Promise((resolve, reject) => require("http")
      .get({ host: "127.0.0.1", port: process.argv[1], path, headers: { host }, timeout: 5000 },
        ({ statusCode }) => (statusCode === 200 ? resolve() : reject()))
      .on("error", reject).on("timeout", function () { this.destroy() }))
    ask("/saude").then(() => ask("/")).then(() => process.exit(0), () => process.exit(1))' "$1"
}
switch_to() { ln -sfn "$1" atual.new && mv -T atual.new atual; }
agreed() {
  [ -z "$yes" ] || return 0
  [ -t 0 ] || refuse 'nobody is there to ask: run it again with --yes'
  printf 'Go on? [y/N] '
  read -r answer
  [ "$answer" = y ] || refuse 'nothing was changed'
}
fetch_and_build() {
  git clone -q --depth 1 "$2" "$1"
  # Links, so that a restart reads later changes to them.
  [ ! -e evento.json ] || ln -sfn ../../evento.json "$1/evento.json"
  ln -sfn ../../.env "$1/.env"
  (cd "$1" && npm ci --no-audit --no-fund && npm run build)
}
live_port() { port=${CONVITES_PORT:-$(setting PORT)} && say "${port:-3000}"; }
# Waits until a port is well, for at most a minute, or until the process $2 is gone.
wait_for() {
  until=$(($(date +%s) + ${CONVITES_PATIENCE:-60}))
  until is_well "$1"; do
    [ "$(date +%s)" -lt "$until" ] && { [ -z "${2:-}" ] || kill -0 "$2" 2>/dev/null; } || return 1
    sleep 0.3
  done
}

go_back() {
  current=$(readlink atual) || refuse 'no release runs here'
  # A release older than that note has its predecessor by name.
  before=$(cat "$current/.before" 2>/dev/null || ls -d releases/* | sort | sed "\\|^$current\$|,\$d" | tail -n 1)
  [ -d "$before" ] || refuse "there is no release before $current"
  at=$before
  db=$(setting SQLITE_PATH)
  has=$(at=$current; schema_of "$db")
  wants=$(cat "$before/.schema")
  if [ "$has" -le "$wants" ]; then
    switch_to "$before"
    $restart
  else
    copy=$db.v$wants
    run test -s "$copy" || refuse "$before needs schema $wants, the database has $has, and $copy is not there"
    say "$before needs schema $wants, and the database has $has. Going back puts $copy in its place, as it was when" \
      "$current was first started: who registered or was corrected since is lost. Guests wait meanwhile."
    agreed
    $stop
    run $restore "$copy" || {
      $start
      refuse "the copy could not be put back: $current goes on"
    }
    switch_to "$before"
    $start
  fi
  wait_for "$(live_port)" || refuse "$before runs and is not well: journalctl -u '$name@*'"
  say "$before runs"
}

go_on() {
  new=releases/$(date -u +%Y%m%d-%H%M%S)
  mkdir -p releases
  [ ! -e "$new" ] || refuse "$new is there already"
  trial=
  pid=
  tidy() {
    [ -z "$pid" ] || { kill "$pid" 2>/dev/null && wait "$pid" || :; }
    [ -z "$trial" ] || run rm -f "$trial" "$trial"-wal "$trial"-shm "$trial".v*
  }
  drop() { tidy; rm -rf "$home/$new"; }
  trap 'drop' EXIT
  trap 'exit 1' INT TERM HUP
  $build "$new" "$what"
  at=$new
  [ "$(setting STORAGE)" = sqlite ] || refuse 'only STORAGE=sqlite is released so; on Cloud Run deploy an image'
  db=$(setting SQLITE_PATH)
  case $db in /*) ;; *) refuse "SQLITE_PATH=$db must begin with /, as /var/lib/convites/convites.db: releases have folders of their own" ;; esac

  trial=$db.trial
  run rm -f "$trial" "$trial"-wal "$trial"-shm
  has=$(schema_of "$db")
  [ "$has" = 0 ] || query "VACUUM INTO '$trial'" "$db"
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
  # The kernel ends it with this script, however the script ends: no trap catches SIGKILL.
  (cd "$at" && exec $as setpriv --pdeathsig KILL env NODE_ENV=production HOST=127.0.0.1 PORT="$port" SQLITE_PATH="$trial" BACKUP_DIR= LOG_LEVEL=warn \
    node build/node/main.js) &
  pid=$!
  wait_for "$port" "$pid" || refuse "the new release does not answer: nothing was changed"
  kill "$pid" && wait "$pid" || :
  pid=
  rises=$(schema_of "$trial")
  say "$rises" >"$new/.schema"
  tidy
  trial=

  before=$(readlink atual || :)
  if [ "$has" != 0 ] && [ "$rises" -gt "$has" ]; then
    say "The database goes from schema $has to $rises, and is copied to $db.v$has first. The release before cannot read it then:" \
      'going back puts the copy in its place, and who registers or is corrected from now on is lost with that.'
    agreed
  fi
  # By name, the release before may be one that was rolled back.
  say "$before" >"$new/.before"
  trap - EXIT
  switch_to "$new"
  if [ -z "$before" ]; then
    say "$new is ready: enable the units now, as docs/producao.md says"
    return
  fi
  $restart
  if ! wait_for "$(live_port)"; then
    [ "$rises" -le "$has" ] || refuse "$new runs and is not well: journalctl -u '$name@*'; back by --back"
    switch_to "$before"
    $restart
    rm -rf "$new"
    refuse "the new release answered when it was tried, and not when it ran: $before runs again"
  fi
  ls -d releases/* | sort -r | tail -n +4 | grep -vxFe "$new" -e "$before" | xargs -r rm -rf
  for kind in socket service; do
    cmp -s "$new/deploy/convites@.$kind" "/etc/systemd/system/$name@.$kind" ||
      say "convites@.$kind is another than the one that is installed as $name@.$kind"
  done
  say "$new runs"
}

if [ "$what" = --back ]; then go_back; else go_on; fi
