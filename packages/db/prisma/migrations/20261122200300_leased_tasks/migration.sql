-- transaction: none
-- The leased tasks of an agent, without the time of expiry: a heartbeat then changes no index.
create index concurrently if not exists "tasks_leased_idx"
  on "tasks" ("assigned_agent_id") where "lease_seconds" is not null;
