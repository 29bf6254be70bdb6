-- A team has a bounded number of agents and projects, and events refer to their large descriptions as to those of tasks.

-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "description_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "description_version" INTEGER NOT NULL DEFAULT 1;

-- Descriptions that exist, up to 100,000 characters: new ones have at most 2,000.
INSERT INTO "task_texts" ("task_id", "field", "version", "body")
    SELECT "id", 'description', 1, "description" FROM "agents" WHERE is_large_text("description")
    UNION ALL SELECT "id", 'description', 1, "description" FROM "projects" WHERE is_large_text("description");

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

-- A text is stored under the version of its task: a statement that changes it without raising the version would meet
-- the text of the change before.
CREATE OR REPLACE FUNCTION "keep_task_texts"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        new.version := greatest(new.version, old.version + 1);
    END IF;
    IF TG_OP = 'INSERT' OR new.description IS DISTINCT FROM old.description THEN
        new.description_version := keep_task_text(new.id, 'description', new.version, new.description);
    END IF;
    IF TG_OP = 'INSERT' OR new.result IS DISTINCT FROM old.result THEN
        new.result_version := keep_task_text(new.id, 'result', new.version, new.result);
    END IF;
    RETURN new;
END $$;

-- How many a team has by now. A count in the statement itself would be of when it began, though it may have waited for
-- the row of the team since.
CREATE FUNCTION "count_agents"("team" TEXT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT count(*) FROM "agents" WHERE "team_id" = "team");
END $$;

CREATE FUNCTION "count_projects"("team" TEXT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT count(*) FROM "projects" WHERE "team_id" = "team");
END $$;
