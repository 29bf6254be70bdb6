-- transaction: none
create index concurrently if not exists "tasks_archived_of_project_idx" on "tasks" ("project_id", "id") where "archived_at" is not null;
