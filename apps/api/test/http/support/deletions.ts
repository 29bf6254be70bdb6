import { expect, vi } from 'vitest';
import type { TestApi, TestTeam } from '../../harness.ts';
import { type SignedIn, signedIn } from '../../log/support/people.ts';
import { call } from '../../support/people.ts';

export const adminOf = (api: TestApi, { teamId }: TestTeam) => signedIn(api, teamId, 'admin');

const remove = (api: TestApi, { session, team }: SignedIn, procedure: string, input: object) =>
  call(api, ['mutation', procedure], input, { session, team });

export const deleteTask = (api: TestApi, who: SignedIn, taskId: string) =>
  remove(api, who, 'tasks.delete', { taskId });

export const deleteProject = (api: TestApi, who: SignedIn, projectId: string) =>
  remove(api, who, 'projects.delete', { projectId });

/** Deleted, or the problem as its status, code and detail. */
export const outcomeOf = ({ status, problem }: Awaited<ReturnType<typeof deleteTask>>) =>
  problem ? { status, code: problem.code, detail: problem.detail } : 'deleted';

/** Waits until a first pass has erased everything, or makes the last one due: as if the minute of late requests were over. */
export async function untilErased({ db }: TestApi, pass: 'first' | 'last' = 'first'): Promise<void> {
  if (pass === 'last') {
    await db.pool.query(
      `update tombstones set deleted_at = now() - interval '2 minutes', erase_at = now() where erase_at is not null`,
    );
    // Wakes the eraser, which would look in a minute.
    await db.pool.query(`select pg_notify('crewboard_erase', '')`);
  }
  // A first pass ends by making the last one due a minute after the deletion. While it runs, it is due at another time.
  const isLastDue = pass === 'first' ? `erase_at = deleted_at + interval '1 minute'` : 'false';
  const due = `erase_at is not null and not ${isLastDue}`;
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(`select id, erase_at from tombstones where ${due}`);
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 20 },
  );
}
