-- transaction: none
-- What agents have released, by those who did, so that a lookup passes over all that an agent has released at once.
create index concurrently if not exists "tasks_released_idx" on "tasks" ("team_id", "project_id", "released_by", "priority", "rank", "id")
    where "in_queue" and "assigned_agent_id" is null and "released_by" is not null;
