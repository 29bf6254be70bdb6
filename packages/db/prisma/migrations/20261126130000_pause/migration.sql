ALTER TYPE "event_subject" ADD VALUE 'team';

CREATE TYPE "pause_mode" AS ENUM ('finish', 'release');

CREATE TABLE "pauses" (
    "team_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_type" "event_subject" NOT NULL,
    "mode" "pause_mode" NOT NULL,
    "reason" TEXT NOT NULL,
    "paused_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_by_kind" "actor_kind" NOT NULL,
    "paused_by_id" TEXT,
    "release_at" TIMESTAMPTZ(3),

    CONSTRAINT "pauses_pkey" PRIMARY KEY ("team_id", "subject_id")
);

CREATE INDEX "pauses_release_at_idx" ON "pauses"("release_at");
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
