-- Claims are counted, may have a lease, and are handed out in a queue.
ALTER TABLE "projects" ADD COLUMN "max_attempts" INTEGER DEFAULT 5;

ALTER TABLE "tasks"
ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "lease_seconds" INTEGER,
ADD COLUMN "lease_expires_at" TIMESTAMPTZ(3),
ADD COLUMN "lease_expiries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "needs_attention" TEXT,
ADD COLUMN "rank" TEXT COLLATE "C" NOT NULL DEFAULT 'a0';

ALTER TABLE "projects" ADD CONSTRAINT "projects_max_attempts_check" CHECK ("max_attempts" BETWEEN 1 AND 1000);

-- Not valid: every row of a large table has the defaults above, so there is nothing to scan.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_attempt_check" CHECK ("attempt" >= 0 AND "lease_expiries" >= 0) NOT VALID;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_lease_check"
    CHECK (("lease_seconds" IS NULL) = ("lease_expires_at" IS NULL) AND ("lease_seconds" IS NULL OR "held_since" IS NOT NULL)) NOT VALID;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_needs_attention_check"
    CHECK ("needs_attention" IN ('attempts_exhausted') AND "held_since" IS NULL OR "needs_attention" IS NULL) NOT VALID;

-- Whether a task still is what a statement found in the queue: the version is that of its snapshot, the answer that of a
-- later one. A statement that walks the queue asks it after it has locked a candidate, which may have been taken before.
CREATE FUNCTION "is_current_version"("task_id" TEXT, "seen_version" INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN EXISTS (SELECT FROM "tasks" WHERE "id" = "task_id" AND "version" = "seen_version");
END $$;
