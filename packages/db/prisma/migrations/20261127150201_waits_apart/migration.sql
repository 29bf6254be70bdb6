-- transaction: none
create index concurrently if not exists "tasks_check_others_idx" on "tasks" ("check_at")
    where "lease_seconds" is null and "check_at" is not null;
