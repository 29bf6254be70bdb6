-- transaction: none
create index concurrently if not exists "tasks_board_by_project_idx"
  on "tasks" ("project_id", "status", (coalesce("status_changed_at", "held_since", "completed_at", "created_at")), "id")
  where "status" <> 'todo';
