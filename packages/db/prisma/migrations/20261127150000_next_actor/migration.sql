-- Who acts next on a task. Since when it waits, why a person has to act as far as its row tells, and of each project, agent and
-- team when agents could start tasks again. Tasks of before have no time since when they wait, so that nobody is told of them
-- when they are stale.
ALTER TABLE "tasks"
    ADD COLUMN "next_since" TIMESTAMPTZ(3),
    ADD COLUMN "attention" TEXT;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_attention_check"
    CHECK ("attention" IN ('attempts_exhausted', 'in_progress_unassigned', 'blocker_cancelled', 'stale')) NOT VALID;
ALTER TABLE "projects"
    ADD COLUMN "stale_after_seconds" INTEGER NOT NULL DEFAULT 86400,
    ADD COLUMN "queue_stale_after_seconds" INTEGER NOT NULL DEFAULT 604800,
    ADD COLUMN "resumed_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "projects_stale_after_seconds_check" CHECK ("stale_after_seconds" BETWEEN 60 AND 31536000),
    ADD CONSTRAINT "projects_queue_stale_after_seconds_check" CHECK ("queue_stale_after_seconds" BETWEEN 60 AND 31536000);
ALTER TABLE "agents"
    ADD COLUMN "resumed_at" TIMESTAMPTZ(3),
    ADD COLUMN "failures_in_row" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "teams" ADD COLUMN "resumed_at" TIMESTAMPTZ(3);

-- Projects whose times were changed: their open tasks are looked at again, in the order of their creation.
CREATE TABLE "stale_checks" (
    "project_id" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "after_created_at" TIMESTAMPTZ(3),
    "after_id" TEXT,

    CONSTRAINT "stale_checks_pkey" PRIMARY KEY ("project_id")
);

-- What was open before: the sweeper looks at each when it may be stale.
UPDATE "tasks" SET
    "attention" = CASE
        WHEN "needs_attention" IS NOT NULL THEN "needs_attention"
        WHEN "held_since" IS NOT NULL OR "assigned_member_id" IS NOT NULL THEN NULL
        WHEN "status" = 'in_progress' THEN 'in_progress_unassigned'
        WHEN "cancelled_blockers" > 0 THEN 'blocker_cancelled' END,
    "check_at" = CASE
        WHEN "lease_expires_at" IS NOT NULL THEN "check_at"
        WHEN "held_since" IS NOT NULL THEN coalesce("last_sign_at", "held_since") + interval '1 day'
        WHEN "in_queue" THEN least("check_at", greatest("status_changed_at", "not_before")
            + CASE WHEN "assigned_agent_id" IS NULL THEN interval '7 days' ELSE interval '1 day' END)
        ELSE "check_at" END
WHERE "status" IN ('todo', 'in_progress') AND "archived_at" IS NULL;
