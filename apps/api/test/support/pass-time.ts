import type { TestApi } from '../harness.ts';

const times = {
  tasks: [
    ...['created_at', 'updated_at', 'status_changed_at', 'held_since', 'completed_at', 'lease_expires_at'],
    ...['check_at', 'last_sign_at', 'not_before', 'released_until', 'next_since'],
  ],
  projects: ['resumed_at'],
  teams: ['resumed_at'],
  agents: ['resumed_at', 'token_expires_at', 'previous_token_until', 'updated_at'],
  pauses: ['paused_at', 'release_at'],
  stale_checks: ['begun_at', 'after_created_at'],
};

const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01';

/**
 * Makes all that happened earlier by so much time, as if it had passed, in one transaction. Events keep their times.
 * Starts over when the service, which works on in the background, locks the same rows in another order.
 */
export async function passTime(api: TestApi, seconds: number): Promise<void> {
  const updates = Object.entries(times).map(([table, columns]) => {
    const earlier = columns.map((column) => `${column} = ${column} - make_interval(secs => ${seconds})`);
    return `update ${table} set ${earlier.join(', ')}`;
  });
  for (let isDone = false; !isDone; ) {
    isDone = await api.owner.query(updates.join(';')).then(
      () => true,
      (error) => {
        if (!isDeadlock(error)) throw error;
        return false;
      },
    );
  }
}
