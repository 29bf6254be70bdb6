-- Counts are kept by team and status, and by project and status. What other filters find is counted when it is read.

-- The worker's lock: until the commit, no process counts.
SELECT pg_advisory_xact_lock(hashtextextended('counts', 9));

TRUNCATE "task_counts";
ALTER TABLE "task_counts"
    DROP CONSTRAINT "task_counts_pkey",
    DROP COLUMN "agent_id",
    DROP COLUMN "priority",
    ADD CONSTRAINT "task_counts_pkey" PRIMARY KEY ("team_id","project_id","status");

-- What an event about a task changes in the counts: one more as the task is now, one less as it was before. The text of an
-- event is not trusted: what is no task has no status. Inlined by the planner.
DROP FUNCTION "task_count_changes"(TEXT, JSONB, JSONB);
CREATE FUNCTION "task_count_changes"("type" TEXT, "snapshot" JSONB, "changes" JSONB)
RETURNS TABLE ("project_id" TEXT, "status" TEXT, "change" INTEGER)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT * FROM (
        SELECT "snapshot"->>'projectId', "snapshot"->>'status', 1
        UNION ALL
        SELECT
            CASE WHEN "changes" ? 'projectId' THEN "changes"->'projectId'->>'before' ELSE "snapshot"->>'projectId' END,
            CASE WHEN "changes" ? 'status' THEN "changes"->'status'->>'before' ELSE "snapshot"->>'status' END,
            -1
    ) AS state ("project_id", "status", "change")
    WHERE (("type" = 'task.created' AND state."change" = 1)
           OR ("type" LIKE 'task.%' AND "changes" ?| ARRAY['status', 'projectId']))
      AND state."project_id" IS NOT NULL AND state."status" IS NOT NULL
$$;

-- Counts all tasks and completions anew. The position is the oldest open transaction: what later ones have changed and
-- this snapshot already shows is taken off, because the worker adds it when it reads the log. Completions that are
-- older than the charts are in one quarter of an hour, which no chart shows.
CREATE OR REPLACE FUNCTION "recount"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    -- The worker's lock: see apps/api/src/workers/log-counter.ts.
    PERFORM pg_advisory_xact_lock(hashtextextended('counts', 9));
    DELETE FROM "task_counts";
    DELETE FROM "team_activity";
    DELETE FROM "agent_completions";
    WITH "now" AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS "xid"),
    "changes" AS (
        SELECT "team_id", "project_id", "status"::text, count(*) AS "change" FROM "tasks" GROUP BY 1, 2, 3
        UNION ALL
        SELECT "events"."team_id", each."project_id", each."status", -each."change"
        FROM "events", task_count_changes("events"."type", "events"."snapshot", "events"."changes") AS each
        WHERE "events"."xid" >= (SELECT "xid" FROM "now")
    ),
    "cells" AS MATERIALIZED (
        SELECT "team_id", coalesce("project_id", ''), "status", sum("change")
        FROM "changes" GROUP BY "team_id", "status", ROLLUP ("project_id") HAVING sum("change") <> 0
    ),
    "claims" AS MATERIALIZED (
        SELECT "team_id", "actor_id", "type", "created_at" FROM "events"
        WHERE ("type" = 'task.completed' OR "type" = 'task.claimed' AND "created_at" >= now() - interval '1 hour')
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
        SELECT "actor_id", date_bin('15 minutes', greatest("created_at", now() - interval '31 days'), '2000-01-01Z'), count(*)
        FROM "claims" WHERE "type" = 'task.completed' AND "actor_id" IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ),
    "completions_counted" AS (INSERT INTO "agent_completions" SELECT * FROM "completions")
    -- Runs first, and its condition reads all: readers of the log wait for no transaction that has written nothing.
    INSERT INTO "log_readers" ("name", "xid", "id") SELECT 'counts', "xid", 0 FROM "now"
    WHERE (SELECT count(*) FROM "cells") >= 0 AND (SELECT count(*) FROM "completions") >= 0
    ON CONFLICT ("name") DO UPDATE SET "xid" = excluded."xid", "id" = excluded."id";
END $$;

SELECT recount();
