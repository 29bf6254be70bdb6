-- Tokens of agents may expire, and overlap with the previous one after a rotation. Warnings come before a token or key expires.
ALTER TABLE "agents"
ADD COLUMN "token_expires_at" TIMESTAMPTZ(3),
ADD COLUMN "previous_token_hash" BYTEA,
ADD COLUMN "previous_token_until" TIMESTAMPTZ(3),
ADD COLUMN "expiry_warning_at" TIMESTAMPTZ(3);

-- Not valid: every row has nulls in the new columns, so there is nothing to scan.
ALTER TABLE "agents" ADD CONSTRAINT "agents_token_expiry_check"
    CHECK ("token_expires_at" IS NULL OR "token_hash" IS NOT NULL) NOT VALID;
ALTER TABLE "agents" ADD CONSTRAINT "agents_previous_token_check"
    CHECK (octet_length("previous_token_hash") = 32 AND "token_hash" IS NOT NULL
           OR "previous_token_hash" IS NULL AND "previous_token_until" IS NULL) NOT VALID;

-- When to warn next that something expires: 14 and 3 days before. A warning whose time is over is left out.
CREATE FUNCTION "next_expiry_warning"("expires_at" TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE AS $$
    SELECT min("at")
    FROM (VALUES ("expires_at" - interval '336 hours'), ("expires_at" - interval '72 hours')) AS warnings ("at")
    WHERE "at" > clock_timestamp()
$$;

-- A rotation keeps the hash of the token before. Who changes the token otherwise deactivates the agent, or is a process of
-- the version before, beside new ones during an upgrade: then nothing of the token before is valid any more.
CREATE FUNCTION "keep_expiry_of_token"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF new.token_hash IS DISTINCT FROM old.token_hash AND new.previous_token_hash IS DISTINCT FROM old.token_hash THEN
        new.token_expires_at := NULL;
        new.previous_token_hash := NULL;
        new.previous_token_until := NULL;
    END IF;
    new.expiry_warning_at := next_expiry_warning(new.token_expires_at);
    RETURN new;
END $$;

CREATE TRIGGER "keep_expiry_of_new_token" BEFORE INSERT ON "agents" FOR EACH ROW
    WHEN (new.token_expires_at IS NOT NULL) EXECUTE FUNCTION keep_expiry_of_token();

CREATE TRIGGER "keep_expiry_of_changed_token" BEFORE UPDATE OF "token_hash", "token_expires_at" ON "agents" FOR EACH ROW
    WHEN ((new.token_hash, new.token_expires_at) IS DISTINCT FROM (old.token_hash, old.token_expires_at))
    EXECUTE FUNCTION keep_expiry_of_token();
