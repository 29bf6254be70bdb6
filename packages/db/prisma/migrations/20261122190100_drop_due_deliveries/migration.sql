-- transaction: none
drop index concurrently if exists "webhook_deliveries_webhook_id_next_attempt_at_id_idx";
