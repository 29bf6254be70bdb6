ALTER TYPE "event_subject" ADD VALUE 'invitation' AFTER 'member';

CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "role" "member_role" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "invited_by_id" TEXT,
    "max_uses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    -- Owners are promoted; the last place of a link is taken once.
    CONSTRAINT "invitations_role_check" CHECK ("role" <> 'owner'),
    CONSTRAINT "invitations_uses_check" CHECK ("uses" <= "max_uses")
);

CREATE UNIQUE INDEX "invitations_secret_hash_key" ON "invitations"("secret_hash");
CREATE INDEX "invitations_team_id_created_at_id_idx" ON "invitations"("team_id", "created_at", "id");
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
