-- transaction: none
-- The lists of a person. Few tasks are in them, and none that agents have.
create index concurrently if not exists "tasks_of_member_idx" on "tasks" ("team_id", "assigned_member_id", "status", "created_at", "id")
    where "assigned_member_id" is not null and "archived_at" is null;
