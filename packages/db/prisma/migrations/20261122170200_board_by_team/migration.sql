-- transaction: none
create index concurrently if not exists "tasks_board_by_team_idx"
  on "tasks" ("team_id", "status", (coalesce("status_changed_at", "held_since", "completed_at", "created_at")), "id")
  where "status" <> 'todo';
