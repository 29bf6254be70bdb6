-- The last attempts of an agent that failed or ended with their lease, since its last completion: at most three, the newest first, as
-- { taskId, attempt }. Those of before are unknown.
ALTER TABLE "agents" ADD COLUMN "last_failures" JSONB NOT NULL DEFAULT '[]';
