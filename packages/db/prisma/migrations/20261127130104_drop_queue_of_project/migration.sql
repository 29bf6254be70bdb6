-- transaction: none
-- Replaced by tasks_offered_of_project_idx and tasks_released_idx.
drop index concurrently if exists "tasks_queue_of_project_idx";
