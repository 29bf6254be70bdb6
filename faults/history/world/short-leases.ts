import type { Database } from '@crewboard/db';

/**
 * Leases last a fraction of what agents request: the shortest one takes too long for many crashes. Triggers of the
 * owner do it, to the task and to its event, so that the service, its sweeper and its heartbeats are as they are in
 * production. Responses tell the time without them: see `shortenedByMs`.
 */
export async function shortenLeases(owner: Database, divisor: number): Promise<void> {
  await owner.query(`
    create function shorten_lease() returns trigger language plpgsql as $$
    begin
      new.lease_expires_at := clock_timestamp() + (new.lease_expires_at - clock_timestamp()) / ${divisor};
      new.check_at := least(new.check_at, new.lease_expires_at);
      return new;
    end $$;
    create trigger divide_lease before update of lease_expires_at on tasks for each row
      when (new.lease_expires_at is distinct from old.lease_expires_at) execute function shorten_lease();
    create function tell_shortened_lease() returns trigger language plpgsql as $$
    begin
      new.snapshot := jsonb_set(new.snapshot, '{leaseExpiresAt}', (
        select to_jsonb(to_char(lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from tasks where id = new.subject_id));
      return new;
    end $$;
    create trigger tell_shortened_lease before insert on events for each row
      when (new.snapshot ->> 'leaseExpiresAt' is not null) execute function tell_shortened_lease();`);
}

/** By how much a lease of so many seconds ends before the time that the response tells, at most. */
export const shortenedByMs = (leaseSeconds: number, divisor: number): number =>
  leaseSeconds * 1_000 * (1 - 1 / divisor);
