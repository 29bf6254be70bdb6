-- From the log, for tokens that were made before. Apart from the new column, whose lock would stop all requests for as long.
UPDATE "agents" SET "token_lifetime_seconds" = (
    SELECT round(extract(epoch FROM "agents"."token_expires_at" - "events"."created_at"))
    FROM "events" WHERE "subject_id" = "agents"."id" AND "type" IN ('agent.created', 'agent.token_rotated')
    ORDER BY "xid" DESC, "id" DESC LIMIT 1)
WHERE "token_expires_at" IS NOT NULL;
