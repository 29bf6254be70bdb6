-- transaction: none
-- The sub-tasks of a task: their list, and how many there are in each status.
create index concurrently if not exists "tasks_of_parent_idx" on "tasks" ("parent_id", "status", "created_at", "id")
    where "parent_id" is not null;
