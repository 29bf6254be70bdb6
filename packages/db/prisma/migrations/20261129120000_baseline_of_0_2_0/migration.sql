-- contract: unused since 0.3.0
-- The baseline of 0.2.0 had a foreign key, its index and two functions that later ones do not have. Only a database of that
-- release is changed: others would wait for locks on tasks and projects for nothing.
DO $$
BEGIN
    IF EXISTS (SELECT FROM "_prisma_migrations" WHERE "migration_name" = '20261124000000_baseline'
               AND "checksum" = 'be3d227cbab9499b5c6208da0fc80ebef4814db98151fc79ad4803dae317a41f') THEN
        ALTER TABLE "tasks" DROP CONSTRAINT IF EXISTS "tasks_project_id_team_id_fkey";
        DROP INDEX IF EXISTS "projects_id_team_id_key";
        DROP FUNCTION IF EXISTS "count_agents"(TEXT);
        DROP FUNCTION IF EXISTS "count_projects"(TEXT);
        UPDATE "_prisma_migrations" SET "checksum" = 'd06d37ff2cd890dbc93c30b6f325aab2fa76301af12848e1d8ba2bb5aa949003'
        WHERE "migration_name" = '20261124000000_baseline';
    END IF;
END $$;
