import type { Database } from '@crewboard/db';

/**
 * Leases last a fraction of what agents request: the shortest one takes too long for many crashes. A trigger of the
 * owner does it, so that the service, its sweeper and its heartbeats are as they are in production.
 */
export async function shortenLeases(owner: Database, divisor: number): Promise<void> {
  await owner.query(`
    create function shorten_lease() returns trigger language plpgsql as $$
    begin
      new.lease_expires_at := clock_timestamp() + (new.lease_expires_at - clock_timestamp()) / ${divisor};
      return new;
    end $$;
    create trigger divide_lease before update of lease_expires_at on tasks for each row
      when (new.lease_expires_at is distinct from old.lease_expires_at) execute function shorten_lease();`);
}
