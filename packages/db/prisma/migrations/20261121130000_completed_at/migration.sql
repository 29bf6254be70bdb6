-- Tells a completion from a move to done, so that only a completion can be repeated.
ALTER TABLE "tasks" ADD COLUMN "completed_at" TIMESTAMPTZ(3);

ALTER TABLE "tasks" ADD CONSTRAINT "tasks_completed_check" CHECK ("completed_at" IS NULL OR "status" = 'done');

-- What is over is cleaned away at sign-in.
CREATE INDEX "sign_in_tries_started_at_idx" ON "sign_in_tries"("started_at");
