-- transaction: none
-- As that of the team, also for agents that cannot work.
create index concurrently if not exists "tasks_in_queue_of_agent_idx" on "tasks" ("assigned_agent_id", "created_at", "id")
    where "in_queue" and "assigned_agent_id" is not null;
