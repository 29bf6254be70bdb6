-- transaction: none
-- What a person has to do of a team, by reason.
create index concurrently if not exists "tasks_attention_idx" on "tasks" ("team_id", "attention", "created_at", "id")
    where "attention" is not null;
