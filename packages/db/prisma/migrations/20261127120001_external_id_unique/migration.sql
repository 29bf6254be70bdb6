-- transaction: none
-- One task of a team has an external id, archived or not. Also finds the task by it.
create unique index concurrently if not exists "tasks_external_id_key" on "tasks" ("team_id", "external_id")
    where "external_id" is not null;
