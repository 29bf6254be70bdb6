-- What tasks wait for. The numbers on their rows, and the condition of the queue, have been there since the beginning.
ALTER TABLE "tasks" ADD COLUMN "blocked_by" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Not valid: no stored task waits for another, so none is looked at under the lock.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_blockers_check"
    CHECK ("cancelled_blockers" BETWEEN 0 AND "open_blockers" AND "dependants" >= 0) NOT VALID;

CREATE TABLE "task_dependencies" (
    "blocker_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,

    CONSTRAINT "task_dependencies_pkey" PRIMARY KEY ("blocker_id", "task_id")
);
