-- Existing keys keep what they may do.
CREATE TYPE "key_access" AS ENUM ('manage', 'tasks', 'read');
ALTER TABLE "api_keys" ADD COLUMN "access" "key_access" NOT NULL DEFAULT 'manage';
