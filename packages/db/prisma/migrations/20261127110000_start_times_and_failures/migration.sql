-- Tasks that no agent can start before a time. Until then they are not in the queue; once it has come, the sweeper puts them
-- there, for which it looks at them. Not valid: no stored task has such a time, so none is looked at under the lock.
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_in_queue_check";
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_in_queue_check"
    CHECK (CASE WHEN "status" = 'todo' AND "needs_attention" IS NULL AND "assigned_member_id" IS NULL
                     AND "archived_at" IS NULL AND "open_blockers" = 0
                THEN "in_queue" OR "not_before" IS NOT NULL AND "check_at" IS NOT NULL
                ELSE NOT "in_queue" END) NOT VALID;

-- Attempts that their agents gave up.
ALTER TABLE "task_attempts" DROP CONSTRAINT "task_attempts_outcome_check";
ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_outcome_check"
    CHECK (("outcome" IN ('completed', 'failed', 'released', 'expired', 'moved', 'reassigned')) IS TRUE = ("ended_at" IS NOT NULL))
    NOT VALID;
