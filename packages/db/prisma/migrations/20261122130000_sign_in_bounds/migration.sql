-- Right passwords are counted as wrong ones are.
ALTER TABLE "sign_in_counters" RENAME COLUMN "failures" TO "count";

-- Whether an account has a session that was opened from an address.
CREATE INDEX "sessions_source_idx" ON "sessions"("source");
