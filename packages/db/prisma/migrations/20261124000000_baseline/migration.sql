-- What the service stands on. The tables are those of the Prisma schema, as its engine writes them (`pnpm --filter
-- @crewboard/db schema:sql`), but for the collation of "rank" and the generated "until_xid"; the rest is below them.

-- Trigrams of one team: a search never reads the entries of another.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- The position of a new task in the queue: the time, the place in its request, random digits, in hexadecimal.
CREATE FUNCTION "new_rank"("place" INTEGER) RETURNS TEXT LANGUAGE sql VOLATILE AS $$
    SELECT lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint), 14, '0')
        || lpad(to_hex("place"), 3, '0') || lpad(to_hex(floor(random() * 65536)::int), 4, '0')
$$;

CREATE TYPE "member_role" AS ENUM ('owner', 'admin', 'member', 'viewer');
CREATE TYPE "agent_status" AS ENUM ('active', 'inactive');
CREATE TYPE "event_subject" AS ENUM ('task', 'agent', 'project', 'api_key', 'member', 'webhook');
CREATE TYPE "actor_kind" AS ENUM ('agent', 'key', 'member', 'system');
CREATE TYPE "task_status" AS ENUM ('todo', 'in_progress', 'done', 'cancelled');
CREATE TYPE "task_priority" AS ENUM ('low', 'normal', 'high');
CREATE TYPE "delivery_status" AS ENUM ('pending', 'succeeded', 'failed');

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "members" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "member_role" NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("team_id","user_id")
);

CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "source" BYTEA,
    "user_agent" TEXT,
    "address" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_counters" (
    "key" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_counters_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "agents" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "description_version" INTEGER NOT NULL DEFAULT 1,
    "status" "agent_status" NOT NULL DEFAULT 'active',
    "token_hash" BYTEA,
    "token_prefix" TEXT,
    "token_expires_at" TIMESTAMPTZ(3),
    "token_lifetime_seconds" BIGINT,
    "previous_token_hash" BYTEA,
    "previous_token_until" TIMESTAMPTZ(3),
    "expiry_warning_at" TIMESTAMPTZ(3),
    "last_active_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "task_counts" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "task_counts_pkey" PRIMARY KEY ("team_id","project_id","status")
);

CREATE TABLE "team_activity" (
    "team_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "claims" INTEGER NOT NULL,
    "completions" INTEGER NOT NULL,

    CONSTRAINT "team_activity_pkey" PRIMARY KEY ("team_id","minute")
);

CREATE TABLE "agent_completions" (
    "agent_id" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "agent_completions_pkey" PRIMARY KEY ("agent_id","quarter")
);

CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "nonce" INTEGER NOT NULL DEFAULT (floor(random() * 4294967296) - 2147483648)::int,
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
    "field_set" SMALLINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("xid","id")
);

CREATE TABLE "log_readers" (
    "name" TEXT NOT NULL,
    "xid" xid8 NOT NULL,
    "id" BIGINT NOT NULL,

    CONSTRAINT "log_readers_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "log_minutes" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "xid" xid8 NOT NULL,

    CONSTRAINT "log_minutes_pkey" PRIMARY KEY ("minute")
);

CREATE TABLE "idempotency_keys" (
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "stage" TEXT,
    "response" JSON,
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("key_hash")
);

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
    "completed_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_seconds" INTEGER,
    "lease_expires_at" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "last_sign_at" TIMESTAMPTZ(3),
    "needs_attention" TEXT,
    "rank" TEXT COLLATE "C" NOT NULL DEFAULT new_rank(0),
    "comment_count" INTEGER NOT NULL DEFAULT 0,
    "created_by_kind" "actor_kind" NOT NULL DEFAULT 'system',
    "created_by_id" TEXT,
    "description_by_kind" "actor_kind" NOT NULL DEFAULT 'system',
    "description_by_id" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "description_version" INTEGER,
    "result_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assigned_member_id" TEXT,
    "not_before" TIMESTAMPTZ(3),
    "released_by" TEXT,
    "released_until" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "open_blockers" INTEGER NOT NULL DEFAULT 0,
    "dependants" INTEGER NOT NULL DEFAULT 0,
    "cancelled_blockers" INTEGER NOT NULL DEFAULT 0,
    "due_date" DATE,
    "in_queue" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "task_attempts" (
    "task_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "agent_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reason" TEXT,

    CONSTRAINT "task_attempts_pkey" PRIMARY KEY ("task_id","attempt")
);

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

CREATE TABLE "task_texts" (
    "task_id" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "task_texts_pkey" PRIMARY KEY ("task_id","field","version")
);

CREATE TABLE "task_search" (
    "task_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "task_search_pkey" PRIMARY KEY ("task_id")
);

CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "description_version" INTEGER NOT NULL DEFAULT 1,
    "max_attempts" INTEGER DEFAULT 5,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "token_hash" BYTEA NOT NULL,
    "token_prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "expiry_warning_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "includes_confidential" BOOLEAN NOT NULL DEFAULT false,
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
    "revision" INTEGER NOT NULL DEFAULT 1,
    "owner" TEXT,
    "owned_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_allow_rules" (
    "team_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_allow_rules_pkey" PRIMARY KEY ("team_id","destination")
);

CREATE TABLE "webhook_subscriptions" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_types" TEXT[],
    "includes_confidential" BOOLEAN NOT NULL,
    "since" pg_snapshot NOT NULL,
    "until" pg_snapshot NOT NULL,
    "until_xid" xid8 NOT NULL GENERATED ALWAYS AS (pg_snapshot_xmax("until")) STORED,

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_xid" xid8 NOT NULL,
    "event_id" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "actor_name" TEXT,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "failed_attempts" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "last_attempt_id" TEXT,
    "request" JSONB,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_recoveries" (
    "webhook_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "xid" xid8 NOT NULL DEFAULT '0'::xid8,
    "event_id" BIGINT NOT NULL DEFAULT 0,
    "until" xid8 NOT NULL DEFAULT pg_snapshot_xmax(pg_current_snapshot()),
    "again_until" xid8,
    "worked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("webhook_id")
);

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "members_user_id_idx" ON "members"("user_id");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_source_idx" ON "sessions"("source");
CREATE INDEX "sign_in_counters_expires_at_idx" ON "sign_in_counters"("expires_at");
CREATE UNIQUE INDEX "agents_token_hash_key" ON "agents"("token_hash");
CREATE UNIQUE INDEX "agents_previous_token_hash_key" ON "agents"("previous_token_hash");
CREATE INDEX "agents_team_id_created_at_id_idx" ON "agents"("team_id", "created_at", "id");
CREATE INDEX "events_team_id_xid_id_idx" ON "events"("team_id", "xid", "id");
CREATE INDEX "events_subject_id_xid_id_idx" ON "events"("subject_id", "xid", "id");
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
CREATE INDEX "comments_task_id_created_at_id_idx" ON "comments"("task_id", "created_at", "id");
CREATE INDEX "task_search_team_id_body_idx" ON "task_search" USING GIN ("team_id" text_ops, "body" gin_trgm_ops);
CREATE INDEX "projects_team_id_created_at_id_idx" ON "projects"("team_id", "created_at", "id");
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");
CREATE INDEX "api_keys_team_id_created_at_id_idx" ON "api_keys"("team_id", "created_at", "id");
CREATE INDEX "webhooks_team_id_created_at_id_idx" ON "webhooks"("team_id", "created_at", "id");
CREATE INDEX "webhook_subscriptions_webhook_id_until_xid_id_idx" ON "webhook_subscriptions"("webhook_id", "until_xid", "id");
CREATE INDEX "webhook_deliveries_webhook_id_status_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "status", "created_at", "id");
CREATE INDEX "webhook_deliveries_webhook_id_event_type_status_created_at__idx" ON "webhook_deliveries"("webhook_id", "event_type", "status", "created_at", "id");
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");
ALTER TABLE "members" ADD CONSTRAINT "members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "projects" ADD CONSTRAINT "projects_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_allow_rules" ADD CONSTRAINT "webhook_allow_rules_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Beyond what a Prisma schema can declare.

-- Tasks ------------------------------------------------------------------------------------------------------------------

-- Room on each page for another version of a row: a heartbeat then stays on it, and changes no index.
ALTER TABLE "tasks" SET (fillfactor = 85);
-- Room for the end of an attempt beside its start: no index entry is written for it.
ALTER TABLE "task_attempts" SET (fillfactor = 80);

ALTER TABLE "tasks"
    ADD CONSTRAINT "tasks_title_check" CHECK (char_length("title") BETWEEN 1 AND 500),
    -- A task is held, and has a time since when, exactly while it is in progress with an agent.
    ADD CONSTRAINT "tasks_held_check"
        CHECK (("held_since" IS NOT NULL) = ("status" = 'in_progress' AND "assigned_agent_id" IS NOT NULL)),
    -- Tells a completion from a move to done, so that only a completion can be repeated.
    ADD CONSTRAINT "tasks_completed_check" CHECK ("completed_at" IS NULL OR "status" = 'done'),
    ADD CONSTRAINT "tasks_version_check" CHECK ("version" >= 1),
    ADD CONSTRAINT "tasks_attempt_check" CHECK ("attempt" >= 0 AND "failures_in_row" >= 0),
    ADD CONSTRAINT "tasks_lease_check"
        CHECK (("lease_seconds" IS NULL) = ("lease_expires_at" IS NULL)
               AND ("lease_seconds" IS NULL OR "held_since" IS NOT NULL AND "check_at" IS NOT NULL)),
    ADD CONSTRAINT "tasks_last_sign_check" CHECK ("last_sign_at" IS NULL OR "held_since" IS NOT NULL),
    ADD CONSTRAINT "tasks_needs_attention_check"
        CHECK ("needs_attention" IN ('attempts_exhausted') AND "held_since" IS NULL OR "needs_attention" IS NULL),
    -- The rules set the column; a statement that does not is rejected.
    ADD CONSTRAINT "tasks_in_queue_check"
        CHECK ("in_queue" = ("status" = 'todo' AND "needs_attention" IS NULL AND "assigned_member_id" IS NULL
                             AND "archived_at" IS NULL AND "open_blockers" = 0));

ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_outcome_check"
    CHECK (("outcome" IN ('completed', 'released', 'expired', 'moved', 'reassigned')) IS TRUE = ("ended_at" IS NOT NULL));

ALTER TABLE "task_texts" ADD CONSTRAINT "task_texts_field_check" CHECK ("field" IN ('description', 'result'));

ALTER TABLE "comments" ADD CONSTRAINT "comments_body_check" CHECK (char_length("body") BETWEEN 1 AND 10000);

-- Each change of a task writes the indexes that contain it: so most contain few tasks.
-- Lists, the newest first.
CREATE INDEX "tasks_of_team_idx" ON "tasks" ("team_id", "status", "created_at", "id") WHERE "archived_at" IS NULL;
CREATE INDEX "tasks_of_project_idx" ON "tasks" ("project_id", "status", "created_at", "id") WHERE "archived_at" IS NULL;
-- The lists of an agent, what it holds among them.
CREATE INDEX "tasks_of_agent_idx" ON "tasks" ("assigned_agent_id", "status", "created_at", "id")
    WHERE "assigned_agent_id" IS NOT NULL AND "archived_at" IS NULL;
CREATE INDEX "tasks_of_agent_project_idx" ON "tasks" ("assigned_agent_id", "project_id", "status", "created_at", "id")
    WHERE "assigned_agent_id" IS NOT NULL AND "archived_at" IS NULL;

-- The columns of the board, in the order of the time of the status, and what is to do in the order of the queue.
CREATE INDEX "tasks_board_by_team_idx" ON "tasks" ("team_id", "status", "status_changed_at", "id")
    WHERE "status" <> 'todo' AND "archived_at" IS NULL;
CREATE INDEX "tasks_board_by_project_idx" ON "tasks" ("project_id", "status", "status_changed_at", "id")
    WHERE "status" <> 'todo' AND "archived_at" IS NULL;
CREATE INDEX "tasks_todo_of_team_idx" ON "tasks" ("team_id", "priority", "rank", "id")
    WHERE "status" = 'todo' AND "archived_at" IS NULL;
CREATE INDEX "tasks_todo_of_project_idx" ON "tasks" ("project_id", "priority", "rank", "id")
    WHERE "status" = 'todo' AND "archived_at" IS NULL;

-- The queue: the tasks of nobody by team and by project, and those of each agent.
CREATE INDEX "tasks_queue_of_team_idx" ON "tasks" ("team_id", "priority", "rank", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NULL;
CREATE INDEX "tasks_queue_of_project_idx" ON "tasks" ("project_id", "priority", "rank", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NULL;
CREATE INDEX "tasks_queue_of_agent_idx" ON "tasks" ("assigned_agent_id", "project_id", "priority", "rank", "id")
    WHERE "in_queue" AND "assigned_agent_id" IS NOT NULL;

-- What the sweeper looks at next.
CREATE INDEX "tasks_check_idx" ON "tasks" ("check_at") WHERE "check_at" IS NOT NULL;

-- What waits to be sorted into the search index is read by every search, so it stays small.
ALTER INDEX "task_search_team_id_body_idx" SET (gin_pending_list_limit = 512);

-- What an event would copy: every comment on a task with a text of 400 KB, each time.
CREATE FUNCTION "is_large_text"("body" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN octet_length("body") > 1024;

-- At most 4 KiB in any language: a character has at most four bytes. Every line begins after a blank, so that a blank
-- stands before every word that does not follow a punctuation mark.
CREATE FUNCTION "task_search_body"("title" TEXT, "description" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT left("words", CASE WHEN octet_length(left("words", 4096)) <= 4096 THEN 4096 ELSE 1024 END)
            FROM (SELECT translate(' ' || concat_ws(' ', "title", left("description", 4096)), E'\n\r\t', '   ') AS "words") AS "all");

CREATE FUNCTION "index_task"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "task_search" VALUES (new.id, new.team_id, task_search_body(new.title, new.description))
    ON CONFLICT ("task_id") DO UPDATE SET "team_id" = excluded."team_id", "body" = excluded."body";
    RETURN NULL;
END $$;

CREATE TRIGGER "index_new_task" AFTER INSERT ON "tasks" FOR EACH ROW EXECUTE FUNCTION index_task();

CREATE TRIGGER "index_changed_task" AFTER UPDATE OF "title", "description", "team_id" ON "tasks" FOR EACH ROW
    WHEN ((new.title, new.description, new.team_id) IS DISTINCT FROM (old.title, old.description, old.team_id))
    EXECUTE FUNCTION index_task();

-- Agents, projects and keys ------------------------------------------------------------------------------------------------

ALTER TABLE "projects" ADD CONSTRAINT "projects_max_attempts_check" CHECK ("max_attempts" BETWEEN 1 AND 1000);

-- Secrets are stored as SHA-256 only.
ALTER TABLE "agents"
    ADD CONSTRAINT "agents_token_check"
        CHECK (octet_length("token_hash") = 32 AND "token_prefix" IS NOT NULL OR "token_hash" IS NULL AND "token_prefix" IS NULL),
    ADD CONSTRAINT "agents_token_expiry_check" CHECK ("token_expires_at" IS NULL OR "token_hash" IS NOT NULL),
    ADD CONSTRAINT "agents_previous_token_check"
        CHECK (octet_length("previous_token_hash") = 32 AND "token_hash" IS NOT NULL
               OR "previous_token_hash" IS NULL AND "previous_token_until" IS NULL);
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_token_check" CHECK (octet_length("token_hash") = 32);

-- Agents that were deactivated lately, whose leased tasks are released.
CREATE INDEX "agents_inactive_idx" ON "agents" ("updated_at") WHERE "status" = 'inactive';
CREATE INDEX "agents_expiry_warning_idx" ON "agents" ("expiry_warning_at") WHERE "expiry_warning_at" IS NOT NULL;
CREATE INDEX "api_keys_expiry_warning_idx" ON "api_keys" ("expiry_warning_at") WHERE "expiry_warning_at" IS NOT NULL;

-- When to warn next that something expires: 14 and 3 days before. A warning whose time is over is left out.
CREATE FUNCTION "next_expiry_warning"("expires_at" TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE AS $$
    SELECT min("at")
    FROM (VALUES ("expires_at" - interval '336 hours'), ("expires_at" - interval '72 hours')) AS warnings ("at")
    WHERE "at" > clock_timestamp()
$$;

-- The lifetime is kept when the token ends, so that a rotation can make the next one for as long.
CREATE FUNCTION "keep_expiry_of_token"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    new.expiry_warning_at := next_expiry_warning(new.token_expires_at);
    IF new.token_hash IS NOT NULL AND new.token_hash IS DISTINCT FROM old.token_hash THEN
        new.token_lifetime_seconds := round(extract(epoch FROM new.token_expires_at - clock_timestamp()));
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER "keep_expiry_of_new_token" BEFORE INSERT ON "agents" FOR EACH ROW
    WHEN (new.token_expires_at IS NOT NULL) EXECUTE FUNCTION keep_expiry_of_token();

CREATE TRIGGER "keep_expiry_of_changed_token" BEFORE UPDATE OF "token_hash", "token_expires_at" ON "agents" FOR EACH ROW
    WHEN ((new.token_hash, new.token_expires_at) IS DISTINCT FROM (old.token_hash, old.token_expires_at))
    EXECUTE FUNCTION keep_expiry_of_token();

CREATE FUNCTION "keep_expiry_warning"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    new.expiry_warning_at := next_expiry_warning(new.expires_at);
    RETURN new;
END $$;

CREATE TRIGGER "keep_expiry_warning_of_new_key" BEFORE INSERT ON "api_keys" FOR EACH ROW
    WHEN (new.expires_at IS NOT NULL) EXECUTE FUNCTION keep_expiry_warning();

CREATE TRIGGER "keep_expiry_warning_of_changed_key" BEFORE UPDATE OF "expires_at" ON "api_keys" FOR EACH ROW
    WHEN (new.expires_at IS DISTINCT FROM old.expires_at) EXECUTE FUNCTION keep_expiry_warning();

-- Large descriptions of agents and projects are stored once and referenced by events, as those of tasks.
CREATE FUNCTION "keep_task_text"("task_id" TEXT, "field" TEXT, "version" INTEGER, "body" TEXT) RETURNS INTEGER
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT coalesce(is_large_text("body"), false) THEN
        RETURN NULL;
    END IF;
    INSERT INTO "task_texts" VALUES ("task_id", "field", "version", "body");
    RETURN "version";
END $$;

CREATE FUNCTION "keep_description"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        new.description_version := old.description_version + 1;
    END IF;
    PERFORM keep_task_text(new.id, 'description', new.description_version, new.description);
    RETURN new;
END $$;

CREATE TRIGGER "keep_description_of_new_agent" BEFORE INSERT ON "agents" FOR EACH ROW
    WHEN (is_large_text(new.description)) EXECUTE FUNCTION keep_description();

CREATE TRIGGER "keep_changed_description" BEFORE UPDATE OF "description" ON "agents" FOR EACH ROW
    WHEN (new.description IS DISTINCT FROM old.description) EXECUTE FUNCTION keep_description();

CREATE TRIGGER "keep_description_of_new_project" BEFORE INSERT ON "projects" FOR EACH ROW
    WHEN (is_large_text(new.description)) EXECUTE FUNCTION keep_description();

CREATE TRIGGER "keep_changed_description" BEFORE UPDATE OF "description" ON "projects" FOR EACH ROW
    WHEN (new.description IS DISTINCT FROM old.description) EXECUTE FUNCTION keep_description();

-- How many a team has by now. A count in the statement itself would be of when it began, though it may have waited for
-- the row of the team since.
CREATE FUNCTION "count_webhooks"("team" TEXT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT count(*) FROM "webhooks" WHERE "team_id" = "team" AND "deleted_at" IS NULL);
END $$;

-- Accounts -----------------------------------------------------------------------------------------------------------------

-- One account for each address, whatever its case.
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email"));

-- A stage or a response.
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_kept_check" CHECK (num_nonnulls("stage", "response") = 1);

-- The log and its readers --------------------------------------------------------------------------------------------------

-- Only the system acts without an id.
ALTER TABLE "events" ADD CONSTRAINT "events_actor_check" CHECK (("actor_kind" = 'system') = ("actor_id" IS NULL));

-- Few events are not about tasks, so a list of one of their types has an index of its own.
CREATE INDEX "events_rare_subjects_idx" ON "events" ("team_id", "type", "xid", "id") WHERE "subject_type" <> 'task';

-- The snapshot of a statement of its own, later than that of the calling one.
CREATE FUNCTION "fresh_snapshot"() RETURNS pg_snapshot LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN pg_current_snapshot();
END $$;

-- The log is empty, so its readers begin here.
INSERT INTO "log_readers" ("name", "xid", "id")
    SELECT "name", pg_snapshot_xmin(pg_current_snapshot()), 0 FROM unnest(ARRAY['webhooks', 'counts']) AS "name";

-- Webhooks -----------------------------------------------------------------------------------------------------------------

ALTER TABLE "webhooks"
    ADD CONSTRAINT "webhooks_disabled_check"
        CHECK ("enabled" = ("disabled_reason" IS NULL) AND "enabled" = ("disabled_at" IS NULL)
               AND "enabled" = ("subscribed_since" IS NOT NULL)),
    ADD CONSTRAINT "webhooks_disabled_reason_check" CHECK ("disabled_reason" IN ('switched_off', 'gone', 'failing')),
    ADD CONSTRAINT "webhooks_event_types_check" CHECK (cardinality("event_types") > 0),
    ADD CONSTRAINT "webhooks_previous_secret_check" CHECK (("previous_secret" IS NULL) = ("previous_secret_until" IS NULL)),
    -- Failures in a row began at some time.
    ADD CONSTRAINT "webhooks_failing_check"
        CHECK ("failures_in_row" >= 0 AND ("failures_in_row" > 0) = ("failing_since" IS NOT NULL));

ALTER TABLE "webhook_deliveries"
    -- What is pending has a time, and nothing else has.
    ADD CONSTRAINT "webhook_deliveries_next_attempt_check"
        CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL)),
    ADD CONSTRAINT "webhook_deliveries_attempts_check"
        CHECK ("failed_attempts" >= 0 AND jsonb_typeof("attempts") = 'array');

CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries" ("webhook_id", "next_attempt_at", "id")
    WHERE "next_attempt_at" IS NOT NULL;

-- Counts -------------------------------------------------------------------------------------------------------------------

-- The rows of a busy team change several times a second: with room on their pages, no index entry is written.
ALTER TABLE "task_counts" SET (fillfactor = 50);
ALTER TABLE "team_activity" SET (fillfactor = 50);
ALTER TABLE "agent_completions" SET (fillfactor = 50);

-- Keeps the sum of an agent with each of its quarters.
CREATE FUNCTION "add_to_completions_of_agent"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "agent_completions" AS total ("agent_id", "quarter", "count")
    VALUES (new."agent_id", '-infinity', new."count" - coalesce(old."count", 0))
    ON CONFLICT ("agent_id", "quarter") DO UPDATE SET "count" = total."count" + excluded."count";
    RETURN NULL;
END $$;

CREATE TRIGGER "add_to_completions_of_agent" AFTER INSERT OR UPDATE ON "agent_completions" FOR EACH ROW
    WHEN (isfinite(new."quarter")) EXECUTE FUNCTION add_to_completions_of_agent();

-- What an event about a task changes in the counts: one more as the task is now, one less as it was before. The text of an
-- event is not trusted: what is no task has no status. Inlined by the planner.
CREATE FUNCTION "task_count_changes"("type" TEXT, "snapshot" JSONB, "changes" JSONB)
RETURNS TABLE ("project_id" TEXT, "status" TEXT, "change" INTEGER)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT * FROM (
        SELECT "snapshot"->>'projectId', "snapshot"->>'status', 1
        UNION ALL
        SELECT
            CASE WHEN "changes" ? 'projectId' THEN "changes"->'projectId'->>'before' ELSE "snapshot"->>'projectId' END,
            CASE WHEN "changes" ? 'status' THEN "changes"->'status'->>'before' ELSE "snapshot"->>'status' END,
            -1
    ) AS state ("project_id", "status", "change")
    WHERE (("type" = 'task.created' AND state."change" = 1)
           OR ("type" LIKE 'task.%' AND "changes" ?| ARRAY['status', 'projectId']))
      AND state."project_id" IS NOT NULL AND state."status" IS NOT NULL
$$;

-- Counts all tasks and completions anew. The position is the oldest open transaction: what later ones have changed and
-- this snapshot already shows is taken off, because the worker adds it when it reads the log. Completions that are
-- older than the charts are in one quarter of an hour, which no chart shows.
CREATE FUNCTION "recount"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    -- The worker's lock: see apps/api/src/workers/log-counter.ts.
    PERFORM pg_advisory_xact_lock(hashtextextended('counts', 9));
    DELETE FROM "task_counts";
    DELETE FROM "team_activity";
    DELETE FROM "agent_completions";
    WITH "now" AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS "xid"),
    "changes" AS (
        SELECT "team_id", "project_id", "status"::text, count(*) AS "change" FROM "tasks" GROUP BY 1, 2, 3
        UNION ALL
        SELECT "events"."team_id", each."project_id", each."status", -each."change"
        FROM "events", task_count_changes("events"."type", "events"."snapshot", "events"."changes") AS each
        WHERE "events"."xid" >= (SELECT "xid" FROM "now")
    ),
    "cells" AS MATERIALIZED (
        SELECT "team_id", coalesce("project_id", ''), "status", sum("change")
        FROM "changes" GROUP BY "team_id", "status", ROLLUP ("project_id") HAVING sum("change") <> 0
    ),
    "claims" AS MATERIALIZED (
        SELECT "team_id", "actor_id", "type", "created_at" FROM "events"
        WHERE ("type" = 'task.completed' OR "type" = 'task.claimed' AND "created_at" >= now() - interval '1 hour')
          AND "xid" < (SELECT "xid" FROM "now")
    ),
    "tasks_counted" AS (INSERT INTO "task_counts" SELECT * FROM "cells"),
    "activity_counted" AS (
        INSERT INTO "team_activity"
        SELECT "team_id", date_trunc('minute', "created_at"),
            count(*) FILTER (WHERE "type" = 'task.claimed'), count(*) FILTER (WHERE "type" = 'task.completed')
        FROM "claims" WHERE "created_at" >= now() - interval '1 hour' GROUP BY 1, 2
    ),
    "completions" AS MATERIALIZED (
        SELECT "actor_id", date_bin('15 minutes', greatest("created_at", now() - interval '31 days'), '2000-01-01Z'), count(*)
        FROM "claims" WHERE "type" = 'task.completed' AND "actor_id" IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ),
    "completions_counted" AS (INSERT INTO "agent_completions" SELECT * FROM "completions")
    -- Runs first, and its condition reads all: readers of the log wait for no transaction that has written nothing.
    INSERT INTO "log_readers" ("name", "xid", "id") SELECT 'counts', "xid", 0 FROM "now"
    WHERE (SELECT count(*) FROM "cells") >= 0 AND (SELECT count(*) FROM "completions") >= 0
    ON CONFLICT ("name") DO UPDATE SET "xid" = excluded."xid", "id" = excluded."id";
END $$;
