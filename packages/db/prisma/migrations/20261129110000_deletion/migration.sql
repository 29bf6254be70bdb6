-- What was deleted for good. Its id stays, so that cursors that name it go on.
CREATE TABLE "tombstones" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "subject_type" "event_subject" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erase_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstones_pkey" PRIMARY KEY ("id")
);

-- With their team, everything of it is removed.
CREATE INDEX "tombstones_team_id_idx" ON "tombstones"("team_id");

-- Those of which other tables may still have something.
CREATE INDEX "tombstones_erase_at_idx" ON "tombstones" ("erase_at") WHERE "erase_at" IS NOT NULL;
