-- Counts for the dashboard, which a worker keeps from the event log.

-- CreateTable
CREATE TABLE "task_counts" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "priority" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "task_counts_pkey" PRIMARY KEY ("team_id","project_id","agent_id","priority","status")
);

-- CreateTable
CREATE TABLE "team_activity" (
    "team_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "claims" INTEGER NOT NULL,
    "completions" INTEGER NOT NULL,

    CONSTRAINT "team_activity_pkey" PRIMARY KEY ("team_id","minute")
);

-- CreateTable
CREATE TABLE "agent_completions" (
    "agent_id" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "agent_completions_pkey" PRIMARY KEY ("agent_id","quarter")
);

-- The rows of a busy team change several times a second: with room on their pages, no index entry is written.
ALTER TABLE "task_counts" SET (fillfactor = 50);
ALTER TABLE "team_activity" SET (fillfactor = 50);
ALTER TABLE "agent_completions" SET (fillfactor = 50);

-- What an event about a task changes in the counts: one more as the task is now, one less as it was before. The text of an
-- event is not trusted: what is no task has no status. Inlined by the planner.
CREATE FUNCTION "task_count_changes"("type" TEXT, "snapshot" JSONB, "changes" JSONB)
RETURNS TABLE ("project_id" TEXT, "agent_id" TEXT, "priority" TEXT, "status" TEXT, "change" INTEGER)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT * FROM (
        SELECT "snapshot"->>'projectId', coalesce("snapshot"->>'assignedAgentId', 'nobody'),
            "snapshot"->>'priority', "snapshot"->>'status', 1
        UNION ALL
        SELECT
            CASE WHEN "changes" ? 'projectId' THEN "changes"->'projectId'->>'before' ELSE "snapshot"->>'projectId' END,
            coalesce(CASE WHEN "changes" ? 'assignedAgentId' THEN "changes"->'assignedAgentId'->>'before'
                     ELSE "snapshot"->>'assignedAgentId' END, 'nobody'),
            CASE WHEN "changes" ? 'priority' THEN "changes"->'priority'->>'before' ELSE "snapshot"->>'priority' END,
            CASE WHEN "changes" ? 'status' THEN "changes"->'status'->>'before' ELSE "snapshot"->>'status' END,
            -1
    ) AS state ("project_id", "agent_id", "priority", "status", "change")
    WHERE (("type" = 'task.created' AND state."change" = 1)
           OR ("type" LIKE 'task.%' AND "changes" ?| ARRAY['status', 'assignedAgentId', 'priority', 'projectId']))
      AND state."project_id" IS NOT NULL AND state."priority" IS NOT NULL AND state."status" IS NOT NULL
$$;

-- Counts all tasks and the completions of the last 31 days anew. The position is the oldest open transaction: what later
-- ones have changed and this snapshot already shows is taken off, because the worker adds it when it reads the log.
CREATE FUNCTION "recount"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    -- The worker's lock: see apps/api/src/workers/log-counter.ts.
    PERFORM pg_advisory_xact_lock(hashtextextended('counts', 9));
    DELETE FROM "task_counts";
    DELETE FROM "team_activity";
    DELETE FROM "agent_completions";
    WITH "now" AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS "xid"),
    "changes" AS (
        SELECT "team_id", "project_id", coalesce("assigned_agent_id", 'nobody') AS "agent_id",
            "priority"::text, "status"::text, count(*) AS "change"
        FROM "tasks" GROUP BY 1, 2, 3, 4, 5
        UNION ALL
        SELECT "events"."team_id", each."project_id", each."agent_id", each."priority", each."status", -each."change"
        FROM "events", task_count_changes("events"."type", "events"."snapshot", "events"."changes") AS each
        WHERE "events"."xid" >= (SELECT "xid" FROM "now")
    ),
    "cells" AS MATERIALIZED (
        SELECT "team_id", coalesce("project_id", ''), coalesce("agent_id", ''), "priority", "status", sum("change")
        FROM "changes" GROUP BY "team_id", "priority", "status", CUBE ("project_id", "agent_id") HAVING sum("change") <> 0
    ),
    "claims" AS MATERIALIZED (
        SELECT "team_id", "actor_id", "type", "created_at" FROM "events"
        WHERE "type" IN ('task.claimed', 'task.completed') AND "created_at" >= now() - interval '31 days'
          AND "xid" < (SELECT "xid" FROM "now")
    ),
    "tasks_counted" AS (INSERT INTO "task_counts" SELECT * FROM "cells"),
    "activity_counted" AS (
        INSERT INTO "team_activity"
        SELECT "team_id", date_trunc('minute', "created_at"),
            count(*) FILTER (WHERE "type" = 'task.claimed'), count(*) FILTER (WHERE "type" = 'task.completed')
        FROM "claims" WHERE "created_at" >= now() - interval '1 hour' GROUP BY 1, 2
    ),
    "completions" AS MATERIALIZED (
        SELECT "actor_id", date_bin('15 minutes', "created_at", '2000-01-01Z'), count(*)
        FROM "claims" WHERE "type" = 'task.completed' AND "actor_id" IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ),
    "completions_counted" AS (INSERT INTO "agent_completions" SELECT * FROM "completions")
    -- Runs first, and its condition reads all: readers of the log wait for no transaction that has written nothing.
    INSERT INTO "log_readers" ("name", "xid", "id") SELECT 'counts', "xid", 0 FROM "now"
    WHERE (SELECT count(*) FROM "cells") >= 0 AND (SELECT count(*) FROM "completions") >= 0
    ON CONFLICT ("name") DO UPDATE SET "xid" = excluded."xid", "id" = excluded."id";
END $$;
