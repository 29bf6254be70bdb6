-- transaction: none
-- What was archived with a project is restored with it.
create index concurrently if not exists "tasks_archived_of_project_idx" on "tasks" ("project_id", "archived_at", "id")
    where "archived_at" is not null;
