-- A task is deleted at once, its comments soon after, in batches.
ALTER TABLE "comments" DROP CONSTRAINT "comments_task_id_fkey";
