-- Agents that released a task do not get it from the queue for some time. The column that was reserved for one of them is empty.
ALTER TABLE "tasks" DROP COLUMN "released_by";
ALTER TABLE "tasks" ADD COLUMN "released_by" TEXT[];

-- Not valid: no stored task has been released by an agent, so none is looked at under the lock.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_released_check"
    CHECK (("released_by" IS NULL) = ("released_until" IS NULL)
           AND ("released_by" IS NULL OR NOT "in_queue" OR "check_at" IS NOT NULL)) NOT VALID;
