-- Wrong passwords count by account and address or device, by address, and by account.
DROP TABLE "sign_in_tries";

CREATE TABLE "sign_in_counters" (
    "key" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_counters_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "sign_in_counters_expires_at_idx" ON "sign_in_counters"("expires_at");

-- Where a session was opened from, hashed: addresses at which an account is known.
ALTER TABLE "sessions" ADD COLUMN "source" BYTEA;
