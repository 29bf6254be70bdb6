-- The completions of an agent are counted from the log, so that completions do not wait for each other at the agent's row.
-- All of them together are the row of the quarter '-infinity'.

-- The worker's lock: until the commit, no process of either version counts.
SELECT pg_advisory_xact_lock(hashtextextended('counts', 9));

-- A completion has raised "task_count" together with its event. The worker has yet to count those behind its position.
INSERT INTO "agent_completions" ("agent_id", "quarter", "count")
SELECT "agents"."id", '-infinity', "agents"."task_count" - count("events"."id")
FROM "agents" LEFT JOIN (
    SELECT "events"."id", "actor_id" FROM "events", "log_readers" AS reader
    WHERE reader."name" = 'counts' AND ("events"."xid", "events"."id") > (reader."xid", reader."id")
      AND "type" = 'task.completed'
) AS "events" ON "events"."actor_id" = "agents"."id"
WHERE "agents"."task_count" > 0 GROUP BY "agents"."id";

-- A trigger, so that workers of the version before, beside new ones during an upgrade, keep the sums as well.
CREATE FUNCTION "add_to_completions_of_agent"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "agent_completions" AS total ("agent_id", "quarter", "count")
    VALUES (new."agent_id", '-infinity', new."count" - coalesce(old."count", 0))
    ON CONFLICT ("agent_id", "quarter") DO UPDATE SET "count" = total."count" + excluded."count";
    RETURN NULL;
END $$;

CREATE TRIGGER "add_to_completions_of_agent" AFTER INSERT OR UPDATE ON "agent_completions" FOR EACH ROW
    WHEN (isfinite(new."quarter")) EXECUTE FUNCTION add_to_completions_of_agent();

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
