-- What endpoints asked for before is found by the place in the log; a recovery that is asked for again is not begun anew
-- before it has come to its end; the endpoints of a team are counted one after the other.

-- DropIndex
DROP INDEX "webhook_subscriptions_webhook_id_idx";

-- AlterTable
ALTER TABLE "webhook_subscriptions"
    ADD COLUMN "until_xid" xid8 NOT NULL GENERATED ALWAYS AS (pg_snapshot_xmax("until")) STORED;

-- AlterTable
ALTER TABLE "webhook_recoveries" ADD COLUMN "again_until" xid8;

-- CreateIndex
CREATE INDEX "webhook_subscriptions_webhook_id_until_xid_id_idx" ON "webhook_subscriptions"("webhook_id", "until_xid", "id");

-- How many endpoints a team has by now. A count in the statement itself would be of when it began, though it may have
-- waited for the row of the team since.
CREATE FUNCTION "count_webhooks"("team" TEXT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT count(*) FROM "webhooks" WHERE "team_id" = "team" AND "deleted_at" IS NULL);
END $$;
