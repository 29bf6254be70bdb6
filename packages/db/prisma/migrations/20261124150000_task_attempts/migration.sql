-- Who held a task, written with each change that begins or ends a claim.
CREATE TABLE "task_attempts" (
    "task_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "agent_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reason" TEXT,

    CONSTRAINT "task_attempts_pkey" PRIMARY KEY ("task_id","attempt")
);

ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_outcome_check"
    CHECK (("outcome" IN ('completed', 'released', 'expired', 'moved', 'reassigned')) IS TRUE = ("ended_at" IS NOT NULL));

-- Room for the end of an attempt beside its start: no index entry is written for it.
ALTER TABLE "task_attempts" SET (fillfactor = 80);
