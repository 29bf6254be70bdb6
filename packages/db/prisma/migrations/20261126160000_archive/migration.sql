-- Tasks and projects that are put away. The tables of tasks have had their column since the beginning.
ALTER TABLE "projects"
    ADD COLUMN "archived_at" TIMESTAMPTZ(3),
    ADD COLUMN "archive_after_days" INTEGER,
    ADD CONSTRAINT "projects_archive_after_days_check" CHECK ("archive_after_days" BETWEEN 1 AND 3650);

-- Nobody works on what is archived. Not valid: no stored task is archived, so none is looked at under the lock.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_archived_check"
    CHECK ("archived_at" IS NULL OR "status" <> 'in_progress') NOT VALID;

-- The projects that archive by themselves are looked for in each round.
CREATE INDEX "projects_archive_after_days_idx" ON "projects" ("id")
    WHERE "archive_after_days" IS NOT NULL AND "archived_at" IS NULL;

-- Which tasks come back with their project.
ALTER TABLE "tasks" ADD COLUMN "archived_with_project" BOOLEAN NOT NULL DEFAULT false;

-- Projects whose tasks are being archived, or restored, with them.
CREATE TABLE "project_archivals" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "restores" BOOLEAN NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_archivals_pkey" PRIMARY KEY ("team_id", "project_id")
);

-- The search of the board finds at most a thousand tasks: what is archived takes no place among them.
CREATE OR REPLACE FUNCTION "index_task"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF new.archived_at IS NOT NULL THEN
        DELETE FROM "task_search" WHERE "task_id" = new.id;
    ELSE
        INSERT INTO "task_search" VALUES (new.id, new.team_id, task_search_body(new.title, new.description))
        ON CONFLICT ("task_id") DO UPDATE SET "team_id" = excluded."team_id", "body" = excluded."body";
    END IF;
    RETURN NULL;
END $$;

DROP TRIGGER "index_changed_task" ON "tasks";
CREATE TRIGGER "index_changed_task" AFTER UPDATE OF "title", "description", "team_id", "archived_at" ON "tasks" FOR EACH ROW
    WHEN ((new.title, new.description, new.team_id, new.archived_at)
          IS DISTINCT FROM (old.title, old.description, old.team_id, old.archived_at))
    EXECUTE FUNCTION index_task();

-- The counts are those of the board: they have no archived tasks.
CREATE OR REPLACE FUNCTION "task_count_changes"("type" TEXT, "snapshot" JSONB, "changes" JSONB)
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
    WHERE (("type" IN ('task.created', 'task.restored') AND state."change" = 1)
           OR ("type" = 'task.archived' AND state."change" = -1)
           OR ("type" LIKE 'task.%' AND "type" NOT IN ('task.archived', 'task.restored')
               AND "changes" ?| ARRAY['status', 'projectId']))
      AND state."project_id" IS NOT NULL AND state."status" IS NOT NULL
$$;

-- As in the baseline, without what is archived.
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
        SELECT "actor_id", date_bin('15 minutes', greatest("created_at", now() - interval '31 days'), '2000-01-01Z'), count(*)
        FROM "claims" WHERE "type" = 'task.completed' AND "actor_id" IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ),
    "completions_counted" AS (INSERT INTO "agent_completions" SELECT * FROM "completions")
    -- Runs first, and its condition reads all: readers of the log wait for no transaction that has written nothing.
    INSERT INTO "log_readers" ("name", "xid", "id") SELECT 'counts', "xid", 0 FROM "now"
    WHERE (SELECT count(*) FROM "cells") >= 0 AND (SELECT count(*) FROM "completions") >= 0
    ON CONFLICT ("name") DO UPDATE SET "xid" = excluded."xid", "id" = excluded."id";
END $$;
