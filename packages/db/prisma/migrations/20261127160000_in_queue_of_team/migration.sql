-- transaction: none
-- What is in the queue in the order of its creation, for the lists of what is paused: behind any number of tasks that are not in it.
create index concurrently if not exists "tasks_in_queue_of_team_idx" on "tasks" ("team_id", "created_at", "id")
    where "in_queue";
