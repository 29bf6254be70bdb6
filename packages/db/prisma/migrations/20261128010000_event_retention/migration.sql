-- The events of a team, and of each task, that were removed after the time for which they are kept.
CREATE TABLE "removed_history" (
    "team_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_event_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removed_history_pkey" PRIMARY KEY ("team_id","subject_id")
);

-- The completions among them, which recount() would miss.
CREATE TABLE "removed_completions" (
    "agent_id" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "removed_completions_pkey" PRIMARY KEY ("agent_id","quarter")
);

-- Nothing has been removed yet.
INSERT INTO "log_readers" ("name", "xid", "id") VALUES ('retention', '0', 0);

-- As before, with the completions whose events were removed.
CREATE OR REPLACE FUNCTION "recount"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    -- The worker's lock: see apps/api/src/workers/log-counter.ts.
    PERFORM pg_advisory_xact_lock(hashtextextended('counts', 9));
    DELETE FROM "task_counts";
    DELETE FROM "team_activity";
    DELETE FROM "agent_completions";
    WITH "now" AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS "xid"),
    "changes" AS (
        SELECT "team_id", "project_id", "status"::text, count(*) AS "change" FROM "tasks" WHERE "archived_at" IS NULL GROUP BY 1, 2, 3
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
        SELECT "agent_id", date_bin('15 minutes', greatest("at", now() - interval '31 days'), '2000-01-01Z'), sum("count")
        FROM (
            SELECT "actor_id", "created_at", 1 FROM "claims" WHERE "type" = 'task.completed' AND "actor_id" IS NOT NULL
            UNION ALL
            SELECT "agent_id", "quarter", "count" FROM "removed_completions"
        ) AS each ("agent_id", "at", "count")
        GROUP BY 1, 2 ORDER BY 1, 2
    ),
    "completions_counted" AS (INSERT INTO "agent_completions" SELECT * FROM "completions")
    -- Runs first, and its condition reads all: readers of the log wait for no transaction that has written nothing.
    INSERT INTO "log_readers" ("name", "xid", "id") SELECT 'counts', "xid", 0 FROM "now"
    WHERE (SELECT count(*) FROM "cells") >= 0 AND (SELECT count(*) FROM "completions") >= 0
    ON CONFLICT ("name") DO UPDATE SET "xid" = excluded."xid", "id" = excluded."id";
END $$;
