-- transaction: none
-- Replaced by tasks_check_leases_idx and tasks_check_others_idx.
drop index concurrently if exists "tasks_check_idx";
