-- transaction: none
create index concurrently if not exists "tasks_lease_check_idx"
  on "tasks" ("lease_check_at") where "lease_check_at" is not null;
