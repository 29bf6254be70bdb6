-- From the log, for tokens that were made before, revoked ones included: the event says when its token expires. Apart from the
-- new column, whose lock would stop all requests for as long.
UPDATE "agents" SET "token_lifetime_seconds" = "made"."seconds"
FROM (
    SELECT "agent"."id" AS "agent_id", (
        SELECT round(extract(epoch FROM ("snapshot" ->> 'tokenExpiresAt')::timestamptz - "events"."created_at"))
        FROM "events" WHERE "subject_id" = "agent"."id" AND "type" IN ('agent.created', 'agent.token_rotated')
        ORDER BY "xid" DESC, "events"."id" DESC LIMIT 1) AS "seconds"
    FROM "agents" AS "agent") AS "made"
WHERE "made"."agent_id" = "agents"."id" AND "made"."seconds" IS NOT NULL;
