-- transaction: none
-- When tasks come into the queue, or are for all agents again: apart from stale checks, of which any number may be due.
create index concurrently if not exists "tasks_check_starts_idx" on "tasks" ("check_at")
    where "lease_seconds" is null and "check_at" is not null and "held_since" is null and (not "in_queue" or "released_by" is not null);
