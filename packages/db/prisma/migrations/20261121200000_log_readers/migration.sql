-- What the readers of the log need, and comments on tasks.

-- CreateTable
CREATE TABLE "comments" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "author_kind" "actor_kind" NOT NULL,
    "author_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comments_task_id_created_at_id_idx" ON "comments"("task_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "comments" ADD CONSTRAINT "comments_body_check" CHECK (char_length("body") BETWEEN 1 AND 10000);

-- CreateIndex
CREATE INDEX "events_xid_id_idx" ON "events"("xid", "id");

-- CreateIndex
CREATE INDEX "events_team_id_xid_id_idx" ON "events"("team_id", "xid", "id");

-- CreateIndex
CREATE INDEX "events_team_id_type_xid_id_idx" ON "events"("team_id", "type", "xid", "id");

-- CreateIndex
CREATE INDEX "events_team_id_actor_id_xid_id_idx" ON "events"("team_id", "actor_id", "xid", "id");

-- CreateIndex
CREATE INDEX "events_subject_id_xid_id_idx" ON "events"("subject_id", "xid", "id");

-- CreateIndex
CREATE INDEX "events_team_id_created_at_xid_idx" ON "events"("team_id", "created_at", "xid");
