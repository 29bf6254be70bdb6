-- Teams that were deleted and can be restored until a time, after which a worker removes everything of them.
CREATE TABLE "team_deletions" (
    "team_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "gone_at" TIMESTAMPTZ(3) NOT NULL,
    "emptied_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_deletions_pkey" PRIMARY KEY ("team_id")
);

ALTER TABLE "team_deletions" ADD CONSTRAINT "team_deletions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
