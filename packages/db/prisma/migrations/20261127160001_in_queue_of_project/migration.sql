-- transaction: none
-- As that of the team.
create index concurrently if not exists "tasks_in_queue_of_project_idx" on "tasks" ("project_id", "created_at", "id")
    where "in_queue";
