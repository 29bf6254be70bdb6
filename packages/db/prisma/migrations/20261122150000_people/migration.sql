-- People recognise their sessions, and admins see when a member was last active.

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "address" TEXT,
ADD COLUMN     "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "user_agent" TEXT;

-- No use of the sessions that exist is known but the first.
UPDATE "sessions" SET "last_active_at" = "created_at";
