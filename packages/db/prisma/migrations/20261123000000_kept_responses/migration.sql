-- The statement of an effect builds its response itself. A process of the version before, beside new ones during an upgrade,
-- keeps whole encrypted bodies, and responds to the keys of new ones with 409 until it is replaced.
ALTER TABLE "idempotency_keys"
ADD COLUMN "response" JSON,
ADD COLUMN "sealed" BYTEA;

-- Not valid: the rows of the version before have a stage or a body already, so there is nothing to scan.
ALTER TABLE "idempotency_keys"
DROP CONSTRAINT "idempotency_keys_stage_check",
ADD CONSTRAINT "idempotency_keys_kept_check" CHECK (num_nonnulls("stage", "response", "body") = 1) NOT VALID;
