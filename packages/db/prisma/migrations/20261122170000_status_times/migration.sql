-- When the status changed: the order of the board's columns. Null where it has not since there is this column.
ALTER TABLE "tasks" ADD COLUMN "status_changed_at" TIMESTAMPTZ(3);

-- It follows from the task alone, whatever statement writes it. A claim changes it, too.
CREATE FUNCTION "set_status_time"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    new.status_changed_at := new.updated_at;
    RETURN new;
END $$;

CREATE TRIGGER "set_status_time_of_changed_task" BEFORE UPDATE ON "tasks" FOR EACH ROW
    WHEN ((new.status, new.held_since) IS DISTINCT FROM (old.status, old.held_since))
    EXECUTE FUNCTION set_status_time();
