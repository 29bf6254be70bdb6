-- The installation that sends deliveries. A copy of the database finds that it is another one, and holds them.
CREATE TABLE "installation" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "installation_id" TEXT,
    "system_identifier" TEXT,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_one_row_check" CHECK ("id" = 1)
);

-- The identifier of the server, which a standby and its primary share; null where neither role may read it. Runs as the
-- owner, because some servers allow pg_control_system() to administrators alone.
CREATE FUNCTION server_identifier() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    RETURN (SELECT system_identifier::text FROM pg_control_system());
EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    RETURN NULL;
END
$$;
