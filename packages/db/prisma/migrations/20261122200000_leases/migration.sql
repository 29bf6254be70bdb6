-- Claims are counted, may have a lease, and are handed out in a queue.
ALTER TABLE "projects" ADD COLUMN "max_attempts" INTEGER DEFAULT 5;

ALTER TABLE "tasks"
ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "lease_seconds" INTEGER,
ADD COLUMN "lease_expires_at" TIMESTAMPTZ(3),
ADD COLUMN "lease_check_at" TIMESTAMPTZ(3),
ADD COLUMN "lease_expiries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "needs_attention" TEXT,
ADD COLUMN "rank" TEXT COLLATE "C" NOT NULL DEFAULT 'a0';

ALTER TABLE "projects" ADD CONSTRAINT "projects_max_attempts_check" CHECK ("max_attempts" BETWEEN 1 AND 1000);

-- Not valid: every row of a large table has the defaults above, so there is nothing to scan.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_attempt_check" CHECK ("attempt" >= 0 AND "lease_expiries" >= 0) NOT VALID;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_lease_check"
    CHECK (("lease_seconds" IS NULL) = ("lease_expires_at" IS NULL) AND ("lease_seconds" IS NULL) = ("lease_check_at" IS NULL)
           AND ("lease_seconds" IS NULL OR "held_since" IS NOT NULL)) NOT VALID;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_needs_attention_check"
    CHECK ("needs_attention" IN ('attempts_exhausted') AND "held_since" IS NULL OR "needs_attention" IS NULL) NOT VALID;

-- Agents that were deactivated lately, whose leased tasks are released.
CREATE INDEX "agents_inactive_idx" ON "agents" ("updated_at") WHERE "status" = 'inactive';

-- Processes of the version before, beside new ones during an upgrade, end and hand over claims without these columns: their
-- changes end the lease and begin an attempt all the same. And a lease is looked at no later than it ends.
CREATE FUNCTION "keep_lease_of_claim"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF new.held_since IS DISTINCT FROM old.held_since THEN
        IF new.lease_expires_at IS NOT DISTINCT FROM old.lease_expires_at THEN
            new.lease_seconds := NULL;
            new.lease_expires_at := NULL;
            new.lease_check_at := NULL;
        END IF;
        IF new.held_since IS NOT NULL AND new.attempt = old.attempt THEN
            new.attempt := old.attempt + 1;
            new.needs_attention := NULL;
        END IF;
    END IF;
    new.lease_check_at := least(new.lease_check_at, new.lease_expires_at);
    RETURN new;
END $$;

CREATE TRIGGER "keep_lease_of_claim" BEFORE UPDATE ON "tasks" FOR EACH ROW
    WHEN (new.held_since IS DISTINCT FROM old.held_since
              AND (new.lease_expires_at = old.lease_expires_at OR new.held_since IS NOT NULL AND new.attempt = old.attempt)
          OR new.lease_expires_at < new.lease_check_at)
    EXECUTE FUNCTION keep_lease_of_claim();

-- Whether a task still is what a statement found in the queue: the version is that of its snapshot, the answer that of a
-- later one. A statement that walks the queue asks it after it has locked a candidate, which may have been taken before.
CREATE FUNCTION "is_current_version"("task_id" TEXT, "seen_version" INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN EXISTS (SELECT FROM "tasks" WHERE "id" = "task_id" AND "version" = "seen_version");
END $$;
