-- transaction: none
create index concurrently if not exists "tasks_queue_of_team_idx"
  on "tasks" ("team_id", "assigned_agent_id", "priority", "rank", "created_at", "id")
  where "held_since" is null and "status" in ('todo', 'in_progress') and "needs_attention" is null;
