-- Tasks count their changes. Their large texts are stored once and referenced by events, and they can be searched.

-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "description_version" INTEGER,
ADD COLUMN     "result_version" INTEGER,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "task_texts" (
    "task_id" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "task_texts_pkey" PRIMARY KEY ("task_id","field","version")
);

-- CreateTable
CREATE TABLE "task_search" (
    "task_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "task_search_pkey" PRIMARY KEY ("task_id")
);

-- What an event would copy: every comment on a task with a text of 400 KB, each time.
CREATE FUNCTION "is_large_text"("body" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN octet_length("body") > 1024;

-- At most 4 KiB in any language: a character has at most four bytes. Every line begins after a blank, so that a blank
-- stands before every word that does not follow a punctuation mark.
CREATE FUNCTION "task_search_body"("title" TEXT, "description" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT left("words", CASE WHEN octet_length(left("words", 4096)) <= 4096 THEN 4096 ELSE 1024 END)
            FROM (SELECT translate(' ' || concat_ws(' ', "title", left("description", 4096)), E'\n\r\t', '   ') AS "words") AS "all");

-- Tasks that exist.
INSERT INTO "task_texts" ("task_id", "field", "version", "body")
    SELECT "id", 'description', 1, "description" FROM "tasks" WHERE is_large_text("description")
    UNION ALL SELECT "id", 'result', 1, "result" FROM "tasks" WHERE is_large_text("result");
UPDATE "tasks" SET
    "description_version" = CASE WHEN is_large_text("description") THEN 1 END,
    "result_version" = CASE WHEN is_large_text("result") THEN 1 END
    WHERE is_large_text("description") OR is_large_text("result");
INSERT INTO "task_search" ("task_id", "team_id", "body")
    SELECT "id", "team_id", task_search_body("title", "description") FROM "tasks";

-- Trigrams of one team: a search never reads the entries of another.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateIndex
CREATE INDEX "task_search_team_id_body_idx" ON "task_search" USING GIN ("team_id", "body" gin_trgm_ops);

-- What waits to be sorted into the index is read by every search, so it stays small.
ALTER INDEX "task_search_team_id_body_idx" SET (gin_pending_list_limit = 512);

ALTER TABLE "task_texts" ADD CONSTRAINT "task_texts_field_check" CHECK ("field" IN ('description', 'result'));

ALTER TABLE "tasks" ADD CONSTRAINT "tasks_version_check" CHECK ("version" >= 1);

-- Both tables follow from the task, so the database keeps them, whatever statement writes it. They are written only when
-- a text changes: a claim touches neither.
CREATE FUNCTION "keep_task_text"("task_id" TEXT, "field" TEXT, "version" INTEGER, "body" TEXT) RETURNS INTEGER
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT coalesce(is_large_text("body"), false) THEN
        RETURN NULL;
    END IF;
    INSERT INTO "task_texts" VALUES ("task_id", "field", "version", "body");
    RETURN "version";
END $$;

CREATE FUNCTION "keep_task_texts"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR new.description IS DISTINCT FROM old.description THEN
        new.description_version := keep_task_text(new.id, 'description', new.version, new.description);
    END IF;
    IF TG_OP = 'INSERT' OR new.result IS DISTINCT FROM old.result THEN
        new.result_version := keep_task_text(new.id, 'result', new.version, new.result);
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER "keep_texts_of_new_task" BEFORE INSERT ON "tasks" FOR EACH ROW
    WHEN (is_large_text(new.description) OR is_large_text(new.result))
    EXECUTE FUNCTION keep_task_texts();

CREATE TRIGGER "keep_changed_texts" BEFORE UPDATE OF "description", "result" ON "tasks" FOR EACH ROW
    WHEN (new.description IS DISTINCT FROM old.description OR new.result IS DISTINCT FROM old.result)
    EXECUTE FUNCTION keep_task_texts();

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
