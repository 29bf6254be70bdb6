-- transaction: none
-- The columns of the board with a person's tasks.
create index concurrently if not exists "tasks_board_by_member_idx" on "tasks" ("team_id", "assigned_member_id", "status", "status_changed_at", "id")
    where "assigned_member_id" is not null and "status" <> 'todo' and "archived_at" is null;
