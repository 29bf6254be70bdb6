-- transaction: none
-- The queue of nobody without what agents have released.
create index concurrently if not exists "tasks_offered_of_team_idx" on "tasks" ("team_id", "priority", "rank", "id")
    where "in_queue" and "assigned_agent_id" is null and "released_by" is null;
