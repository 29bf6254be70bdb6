-- transaction: none
-- When leases are looked at, apart from when other tasks are: of those any number may be due at once. Heartbeats change neither column.
create index concurrently if not exists "tasks_check_leases_idx" on "tasks" ("check_at") where "lease_seconds" is not null;
