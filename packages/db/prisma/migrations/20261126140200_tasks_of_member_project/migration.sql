-- transaction: none
-- The lists of a person in a project.
create index concurrently if not exists "tasks_of_member_project_idx" on "tasks" ("project_id", "assigned_member_id", "status", "created_at", "id")
    where "assigned_member_id" is not null and "archived_at" is null;
