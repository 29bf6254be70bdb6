-- Of claims and completions the task has the time. Of the few other tasks that are not to do, the log has the last move.
UPDATE "tasks" SET "status_changed_at" = coalesce(
    (SELECT max("created_at") FROM "events"
     WHERE "team_id" = "tasks"."team_id" AND "subject_id" = "tasks"."id" AND "type" = 'task.moved'),
    "updated_at")
WHERE "status" <> 'todo' AND "held_since" IS NULL AND "completed_at" IS NULL AND "status_changed_at" IS NULL;
