-- What the creator of a task calls it.
ALTER TABLE "tasks" ADD COLUMN "external_id" TEXT;
