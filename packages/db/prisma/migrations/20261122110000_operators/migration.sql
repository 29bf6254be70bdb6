-- Teams are created by operators, and webhooks of a team reach addresses that are not public only where an operator
-- allows it.

-- AlterTable
ALTER TABLE "users" ADD COLUMN "is_operator" BOOLEAN NOT NULL DEFAULT false;

-- The oldest account is that of the person who set the service up.
UPDATE "users" SET "is_operator" = true
WHERE "id" = (SELECT "id" FROM "users" ORDER BY "created_at", "id" LIMIT 1);

-- CreateTable
CREATE TABLE "webhook_allow_rules" (
    "team_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_allow_rules_pkey" PRIMARY KEY ("team_id","destination")
);

-- AddForeignKey
ALTER TABLE "webhook_allow_rules" ADD CONSTRAINT "webhook_allow_rules_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
