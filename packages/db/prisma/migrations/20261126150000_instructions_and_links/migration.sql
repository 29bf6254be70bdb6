-- What the agents of a project read before its tasks, and the pages that belong to a task.
ALTER TABLE "projects" ADD COLUMN "instructions" TEXT;
ALTER TABLE "tasks" ADD COLUMN "links" JSONB NOT NULL DEFAULT '[]';
