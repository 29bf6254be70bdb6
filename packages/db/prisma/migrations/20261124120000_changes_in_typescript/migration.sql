-- What depends on a change of a task is decided where the change is: in TypeScript.
DROP TRIGGER "keep_texts_of_new_task" ON "tasks";
DROP TRIGGER "keep_changed_texts" ON "tasks";
DROP TRIGGER "set_status_time_of_changed_task" ON "tasks";
DROP TRIGGER "keep_lease_of_claim" ON "tasks";
DROP FUNCTION "keep_task_texts"();
DROP FUNCTION "set_status_time"();
DROP FUNCTION "keep_lease_of_claim"();
DROP FUNCTION "is_current_version"(TEXT, INTEGER);

-- A comment changes its task, too: so each event of a task comes with a new version of its row.
ALTER TABLE "tasks" ADD COLUMN "comment_count" INTEGER NOT NULL DEFAULT 0;

-- Who created the task and who wrote its description: rules of agents ask for it.
ALTER TABLE "tasks"
ADD COLUMN "created_by_kind" "actor_kind" NOT NULL DEFAULT 'system',
ADD COLUMN "created_by_id" TEXT,
ADD COLUMN "description_by_kind" "actor_kind" NOT NULL DEFAULT 'system',
ADD COLUMN "description_by_id" TEXT;
