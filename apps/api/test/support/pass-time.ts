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

/** Makes all that happened earlier by so much time, as if it had passed, in one transaction. Events keep their times. */
export async function passTime(api: TestApi, seconds: number): Promise<void> {
  const updates = Object.entries(times).map(([table, columns]) => {
    const earlier = columns.map((column) => `${column} = ${column} - make_interval(secs => ${seconds})`);
    return `update ${table} set ${earlier.join(', ')}`;
  });
  await api.owner.query(updates.join(';'));
}
