#!/bin/sh
# The entry point of the image: `crewboard PROGRAM [ARGUMENT…]`. With exec, signals reach the program.
set -eu

program=${1:-}
[ $# -eq 0 ] || shift
case $program in
  # The flags are those of `npm start`: half the memory under load, for as many requests.
  api) exec node --max-semi-space-size=16 --heap-growing-percent=100 /app/api/main.js ;;
  worker) exec node /app/api/worker.js ;;
  migrate) exec node /app/api/migrate.js ;;
  # The title tells it how the commands begin that it names.
  admin) exec node --title=crewboard /app/api/admin.js "$@" ;;
  web) exec node /app/web/apps/web/server.js ;;
  *)
    echo "crewboard: there is no program \"$program\". Choose api, worker, web, migrate or admin." >&2
    exit 64
    ;;
esac
