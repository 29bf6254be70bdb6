-- The snapshot of a statement of its own, later than that of the calling one. Processes of the version before call it
-- "current_view", which therefore stays.
CREATE FUNCTION "fresh_snapshot"() RETURNS pg_snapshot LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN pg_current_snapshot();
END $$;
