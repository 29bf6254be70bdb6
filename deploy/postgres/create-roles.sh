#!/bin/sh
# Run once by the image of PostgreSQL, on an empty data directory: docs/operations.md, "Two roles".
set -eu

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$(cat /run/secrets/owner-database-password)" \
  --set application_password="$(cat /run/secrets/application-database-password)" <<'SQL'
create role crewboard_owner login password :'owner_password';
create role crewboard_application login password :'application_password';
create database crewboard owner crewboard_owner;
revoke all on database crewboard from public;
grant connect on database crewboard to crewboard_application;
SQL
