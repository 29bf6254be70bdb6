-- Keys are few: a team has a handful of them.
ALTER TABLE "api_keys" ADD COLUMN "expiry_warning_at" TIMESTAMPTZ(3);

CREATE FUNCTION "keep_expiry_warning"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    new.expiry_warning_at := next_expiry_warning(new.expires_at);
    RETURN new;
END $$;

CREATE TRIGGER "keep_expiry_warning_of_new_key" BEFORE INSERT ON "api_keys" FOR EACH ROW
    WHEN (new.expires_at IS NOT NULL) EXECUTE FUNCTION keep_expiry_warning();

CREATE TRIGGER "keep_expiry_warning_of_changed_key" BEFORE UPDATE OF "expires_at" ON "api_keys" FOR EACH ROW
    WHEN (new.expires_at IS DISTINCT FROM old.expires_at) EXECUTE FUNCTION keep_expiry_warning();

UPDATE "api_keys" SET "expiry_warning_at" = next_expiry_warning("expires_at")
WHERE "expires_at" > now() AND "revoked_at" IS NULL;

CREATE INDEX "api_keys_expiry_warning_idx" ON "api_keys" ("expiry_warning_at") WHERE "expiry_warning_at" IS NOT NULL;
