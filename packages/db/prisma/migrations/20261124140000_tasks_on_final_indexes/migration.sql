-- Each change of a task writes all of its indexes: fewer of them, and most contain few tasks.
DROP INDEX "tasks_assigned_agent_id_status_created_at_id_idx";
DROP INDEX "tasks_assigned_agent_id_project_id_status_created_at_id_idx";
DROP INDEX "tasks_board_by_team_idx";
DROP INDEX "tasks_board_by_project_idx";
DROP INDEX "tasks_board_by_agent_idx";
DROP INDEX "tasks_board_by_agent_project_idx";
DROP INDEX "tasks_queue_of_team_idx";
DROP INDEX "tasks_queue_of_project_idx";
DROP INDEX "tasks_leased_idx";

-- Room on each page for another version of a row: a heartbeat then stays on it, and changes no index.
ALTER TABLE "tasks" SET (fillfactor = 85);

-- The default is that of the default status. Rules set the column; the check rejects a statement that does not.
ALTER TABLE "tasks" ADD COLUMN "in_queue" BOOLEAN NOT NULL DEFAULT true;

UPDATE "tasks" SET
    "status_changed_at" = coalesce("status_changed_at", "held_since", "completed_at", "created_at"),
    "in_queue" = ("status" = 'todo' AND "needs_attention" IS NULL)
WHERE "status_changed_at" IS NULL OR "status" <> 'todo' OR "needs_attention" IS NOT NULL;

ALTER TABLE "tasks"
ALTER COLUMN "status_changed_at" SET DEFAULT CURRENT_TIMESTAMP,
ALTER COLUMN "status_changed_at" SET NOT NULL,
ADD CONSTRAINT "tasks_in_queue_check" CHECK ("in_queue" = ("status" = 'todo' AND "needs_attention" IS NULL));

-- The lists of an agent, what it holds among them.
CREATE INDEX "tasks_agent_idx" ON "tasks" ("assigned_agent_id", "status", "created_at", "id")
    WHERE "assigned_agent_id" IS NOT NULL;
CREATE INDEX "tasks_agent_project_idx" ON "tasks" ("assigned_agent_id", "project_id", "status", "created_at", "id")
    WHERE "assigned_agent_id" IS NOT NULL;

-- The columns of the board, in the order of the time of the status.
CREATE INDEX "tasks_board_by_team_idx" ON "tasks" ("team_id", "status", "status_changed_at", "id")
    WHERE "status" <> 'todo';
CREATE INDEX "tasks_board_by_project_idx" ON "tasks" ("project_id", "status", "status_changed_at", "id")
    WHERE "status" <> 'todo';

-- The queue: the tasks of nobody by team and by project, and those of each agent.
CREATE INDEX "tasks_queue_of_team_idx" ON "tasks" ("team_id", "priority", "rank", "created_at", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NULL;
CREATE INDEX "tasks_queue_of_project_idx" ON "tasks" ("project_id", "priority", "rank", "created_at", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NULL;
CREATE INDEX "tasks_queue_of_agent_idx"
    ON "tasks" ("assigned_agent_id", "project_id", "priority", "rank", "created_at", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NOT NULL;
