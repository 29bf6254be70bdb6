-- transaction: none
create index concurrently if not exists "webhook_deliveries_pending_idx"
  on "webhook_deliveries" ("webhook_id", "next_attempt_at", "id")
  where "next_attempt_at" is not null;
