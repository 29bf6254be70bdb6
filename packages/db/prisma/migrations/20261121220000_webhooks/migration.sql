-- Endpoints that are told of events, and what is on its way to them.

-- AlterEnum
ALTER TYPE "event_subject" ADD VALUE 'webhook';

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateTable
CREATE TABLE "log_readers" (
    "name" TEXT NOT NULL,
    "xid" xid8 NOT NULL,
    "id" BIGINT NOT NULL,

    CONSTRAINT "log_readers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" TEXT[],
    "tells_all" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "subscribed_since" pg_snapshot DEFAULT pg_current_snapshot(),
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "owner" TEXT,
    "owned_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscriptions" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_types" TEXT[],
    "tells_all" BOOLEAN NOT NULL,
    "since" pg_snapshot NOT NULL,
    "until" pg_snapshot NOT NULL,

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_xid" xid8 NOT NULL,
    "event_id" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "actor_name" TEXT,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "last_attempt_id" TEXT,
    "request" JSONB,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_recoveries" (
    "webhook_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "xid" xid8 NOT NULL DEFAULT '0'::xid8,
    "event_id" BIGINT NOT NULL DEFAULT 0,
    "until" xid8 NOT NULL DEFAULT pg_snapshot_xmax(pg_current_snapshot()),
    "worked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateIndex
CREATE INDEX "webhooks_team_id_created_at_id_idx" ON "webhooks"("team_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_subscriptions_webhook_id_idx" ON "webhook_subscriptions"("webhook_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_next_attempt_at_id_idx" ON "webhook_deliveries"("webhook_id", "next_attempt_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_status_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_event_type_status_created_at__idx" ON "webhook_deliveries"("webhook_id", "event_type", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is committed by now. The built-in function says what the statement saw when it began, though it may have waited
-- for a row since.
CREATE FUNCTION "current_view"() RETURNS pg_snapshot LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN pg_current_snapshot();
END $$;

-- Nothing asks for events yet, so the reading begins here.
INSERT INTO "log_readers" ("name", "xid", "id") VALUES ('webhooks', pg_snapshot_xmin(pg_current_snapshot()), 0);

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_check"
    CHECK ("enabled" = ("disabled_reason" IS NULL) AND "enabled" = ("disabled_at" IS NULL)
        AND "enabled" = ("subscribed_since" IS NOT NULL));

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason_check"
    CHECK ("disabled_reason" IN ('switched_off', 'gone', 'failing'));

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_event_types_check" CHECK (cardinality("event_types") > 0);

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_previous_secret_check"
    CHECK (("previous_secret" IS NULL) = ("previous_secret_until" IS NULL));

-- Failures in a row began at some time.
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_failing_check"
    CHECK ("failures_in_row" >= 0 AND ("failures_in_row" > 0) = ("failing_since" IS NOT NULL));

-- What is pending has a time, and nothing else has.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_next_attempt_check"
    CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL));

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_attempts_check"
    CHECK ("tries" >= 0 AND jsonb_typeof("attempts") = 'array');
