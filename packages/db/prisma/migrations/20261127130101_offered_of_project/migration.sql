-- transaction: none
-- As that of the team.
create index concurrently if not exists "tasks_offered_of_project_idx" on "tasks" ("project_id", "priority", "rank", "id")
    where "in_queue" and "assigned_agent_id" is null and "released_by" is null;
