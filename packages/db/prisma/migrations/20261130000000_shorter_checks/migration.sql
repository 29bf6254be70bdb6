-- contract: unused since 0.4.0
-- PostgreSQL reads the text of every check of a table anew for each statement that writes it: a claim and a completion spent a sixth
-- of the time of their write on it. Lists of values are constants now, and no check bounds what the rules set to what they have
-- read and one more: version, attempt and failures in a row. What the other
-- checks reject is as before.
ALTER TABLE "tasks"
    DROP CONSTRAINT "tasks_version_check",
    DROP CONSTRAINT "tasks_attempt_check",
    DROP CONSTRAINT "tasks_attention_check",
    DROP CONSTRAINT "tasks_blockers_check",
    DROP CONSTRAINT "tasks_lease_check",
    ADD CONSTRAINT "tasks_attention_check"
        CHECK ("attention" = ANY ('{attempts_exhausted,in_progress_unassigned,blocker_cancelled,stale}'::text[])) NOT VALID,
    ADD CONSTRAINT "tasks_blockers_check"
        CHECK (least("cancelled_blockers", "open_blockers" - "cancelled_blockers", "dependants") >= 0) NOT VALID,
    ADD CONSTRAINT "tasks_lease_check" CHECK (
        CASE WHEN "lease_seconds" IS NULL THEN "lease_expires_at" IS NULL
        ELSE ("lease_expires_at", "held_since", "check_at") IS NOT NULL END) NOT VALID;
ALTER TABLE "task_attempts"
    DROP CONSTRAINT "task_attempts_outcome_check",
    ADD CONSTRAINT "task_attempts_outcome_check"
        CHECK (("outcome" = ANY ('{completed,failed,released,expired,moved,reassigned}'::text[])) IS TRUE
            = ("ended_at" IS NOT NULL)) NOT VALID;
