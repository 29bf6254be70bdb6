-- transaction: none
-- Lists of what is archived, the newest first.
create index concurrently if not exists "tasks_archived_of_team_idx" on "tasks" ("team_id", "created_at", "id")
    where "archived_at" is not null;
