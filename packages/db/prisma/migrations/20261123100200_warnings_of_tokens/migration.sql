-- transaction: none
create index concurrently if not exists "agents_expiry_warning_idx"
  on "agents" ("expiry_warning_at") where "expiry_warning_at" is not null;
