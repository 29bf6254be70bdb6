-- People as assignees. A person has a task in place of an agent, and keeps it out of the queue (tasks_in_queue_check).
-- Not valid: no stored task has a person, so none is looked at under the lock.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_check"
    CHECK ("assigned_agent_id" IS NULL OR "assigned_member_id" IS NULL) NOT VALID;

-- People who are no longer in a team, until their open tasks there are unassigned.
CREATE TABLE "departed_members" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "departed_members_pkey" PRIMARY KEY ("team_id", "user_id")
);
