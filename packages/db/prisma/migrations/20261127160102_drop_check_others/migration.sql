-- transaction: none
-- Replaced by tasks_check_starts_idx and tasks_check_stale_idx.
drop index concurrently if exists "tasks_check_others_idx";
