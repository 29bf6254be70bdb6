-- transaction: none
-- The tasks that come back with their project.
create index concurrently if not exists "tasks_archived_with_project_idx" on "tasks" ("project_id")
    where "archived_with_project";
