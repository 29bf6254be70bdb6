-- What the service stands on: teams and what they own, tasks, and the log of every change.
-- The tables are Prisma's; the checks at the end say what can never be.

-- CreateEnum
CREATE TYPE "agent_status" AS ENUM ('active', 'inactive');

-- CreateEnum
CREATE TYPE "event_subject" AS ENUM ('task', 'agent', 'project', 'api_key');

-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('agent', 'key', 'system');

-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('todo', 'in_progress', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "task_priority" AS ENUM ('low', 'normal', 'high');

-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" "agent_status" NOT NULL DEFAULT 'active',
    "token_hash" BYTEA,
    "token_prefix" TEXT,
    "task_count" INTEGER NOT NULL DEFAULT 0,
    "last_active_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "team_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "subject_type" "event_subject" NOT NULL,
    "subject_id" TEXT NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "request_id" TEXT,
    "snapshot" JSONB NOT NULL,
    "changes" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "status" "task_status" NOT NULL DEFAULT 'todo',
    "priority" "task_priority" NOT NULL DEFAULT 'normal',
    "assigned_agent_id" TEXT,
    "result" TEXT,
    "held_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agents_token_hash_key" ON "agents"("token_hash");

-- CreateIndex
CREATE INDEX "agents_team_id_created_at_id_idx" ON "agents"("team_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_id_team_id_key" ON "agents"("id", "team_id");

-- CreateIndex
CREATE INDEX "tasks_team_id_status_created_at_id_idx" ON "tasks"("team_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_status_created_at_id_idx" ON "tasks"("project_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_assigned_agent_id_status_created_at_id_idx" ON "tasks"("assigned_agent_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_assigned_agent_id_project_id_status_created_at_id_idx" ON "tasks"("assigned_agent_id", "project_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "projects_team_id_created_at_id_idx" ON "projects"("team_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "projects_id_team_id_key" ON "projects"("id", "team_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE INDEX "api_keys_team_id_created_at_id_idx" ON "api_keys"("team_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_team_id_fkey" FOREIGN KEY ("project_id", "team_id") REFERENCES "projects"("id", "team_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assigned_agent_id_team_id_fkey" FOREIGN KEY ("assigned_agent_id", "team_id") REFERENCES "agents"("id", "team_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A task is held, and has a time since when, exactly while it is in progress with an agent.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_held_check"
    CHECK (("held_since" IS NOT NULL) = ("status" = 'in_progress' AND "assigned_agent_id" IS NOT NULL));

ALTER TABLE "tasks" ADD CONSTRAINT "tasks_title_check" CHECK (char_length("title") BETWEEN 1 AND 500);

-- Secrets are stored as SHA-256 only.
ALTER TABLE "agents" ADD CONSTRAINT "agents_token_check"
    CHECK (octet_length("token_hash") = 32 AND "token_prefix" IS NOT NULL OR "token_hash" IS NULL AND "token_prefix" IS NULL);

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_token_check" CHECK (octet_length("token_hash") = 32);

ALTER TABLE "agents" ADD CONSTRAINT "agents_task_count_check" CHECK ("task_count" >= 0);

-- Only the system acts without an id.
ALTER TABLE "events" ADD CONSTRAINT "events_actor_check"
    CHECK (("actor_kind" = 'system') = ("actor_id" IS NULL));
