-- transaction: none
-- When what is in the queue or held may be stale.
create index concurrently if not exists "tasks_check_stale_idx" on "tasks" ("check_at")
    where "lease_seconds" is null and "check_at" is not null and ("held_since" is not null or "in_queue" and "released_by" is null);
