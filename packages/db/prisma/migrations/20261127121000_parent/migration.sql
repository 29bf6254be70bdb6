-- Sub-tasks.
ALTER TABLE "tasks" ADD COLUMN "parent_id" TEXT;
