-- How long the last token of an agent was made to be valid, so that a rotation can make the next one for as long. It stays when
-- the token ends. Null: for ever.
ALTER TABLE "agents" ADD COLUMN "token_lifetime_seconds" BIGINT;

CREATE OR REPLACE FUNCTION "keep_expiry_of_token"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF new.token_hash IS DISTINCT FROM old.token_hash AND new.previous_token_hash IS DISTINCT FROM old.token_hash THEN
        new.token_expires_at := NULL;
        new.previous_token_hash := NULL;
        new.previous_token_until := NULL;
    END IF;
    new.expiry_warning_at := next_expiry_warning(new.token_expires_at);
    IF new.token_hash IS NOT NULL AND new.token_hash IS DISTINCT FROM old.token_hash THEN
        new.token_lifetime_seconds := round(extract(epoch FROM new.token_expires_at - clock_timestamp()));
    END IF;
    RETURN new;
END $$;
