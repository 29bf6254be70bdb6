CREATE TABLE "idempotency_keys" (
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "stage" TEXT,
    "status" SMALLINT,
    "body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("key_hash"),
    -- A stage or a response.
    CONSTRAINT "idempotency_keys_stage_check" CHECK (("stage" IS NULL) = ("status" IS NOT NULL AND "body" IS NOT NULL))
);

-- Encrypted bytes cannot be compressed.
ALTER TABLE "idempotency_keys" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- The clean-up deletes by age.
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
