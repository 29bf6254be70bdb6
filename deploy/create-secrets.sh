#!/bin/sh
# Creates the secrets of compose.yaml in ./secrets. Keeps those that are there: APP_SECRET signs all sessions.
set -eu
cd "$(dirname "$0")"
# Only their owner enters the folder. The files are readable, because containers run as other users.
mkdir -p -m 0700 secrets

random() { od -An -v -tx1 -N"$1" /dev/urandom | tr -d ' \n'; }
keep() { [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"; }

keep app-secret "$(random 32)"
keep owner-password "$(random 12)"
for role in postgres application owner; do keep "$role-database-password" "$(random 24)"; done
# 172.30.80.5: the database in compose.yaml.
database_url() {
  echo "postgresql://crewboard_$1:$(cat "secrets/$1-database-password")@172.30.80.5/crewboard"
}
keep database-url "$(database_url application)"
keep database-owner-url "$(database_url owner)"
chmod 0444 secrets/*
