import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byId } from '#lib/by-id.ts';
import { boardStatuses } from '../statuses.ts';
import { SimulatedPage } from './testing/simulated-page.ts';
import { isBefore, placeIn, toDependencyTask } from './testing/simulated-service.ts';
import { type Step, stepKinds } from './testing/simulated-steps.ts';

/** A step is one number: fast-check takes several times as long to make 3,000 histories of objects. */
const step = fc.nat(stepKinds.length * 3_600 - 1);
const stepOf = (number: number): Step => ({
  kind: stepKinds[Math.floor(number / 3_600)] ?? 'create',
  at: Math.floor(number / 60) % 60,
  how: number % 60,
});

test('after any history the columns, counts and dependencies equal those of the service, and until then pending moves are shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const page = new SimulatedPage();
      const { service, store } = page;
      // First read each column and each count.
      for (let at = 0; at < 8; at += 1) await page.take({ kind: 'create', at, how: at });
      for (let at = 0; at < 15; at += 1) await page.take({ kind: 'read', at, how: 1 });
      for (let at = 0; at < 3; at += 1) await page.take({ kind: 'count', at, how: 1 });
      await page.serveAll();
      for (let at = 0; at < 3; at += 1) await page.take({ kind: 'receive', at: 3, how: 1 });
      for (const each of steps) {
        await page.take(stepOf(each));
        for (const [id, moves] of page.pendingMoves) {
          const shown = store.shown(id);
          const status = moves.at(-1)?.status;
          // The service will reject the move of a task that was archived, and of a blocked task of an agent to in progress.
          const isStopped = status === 'in_progress' && shown?.isBlocked && shown.assignedAgentId;
          if (status && !shown?.archivedAt && !isStopped) expect(shown?.status).toBe(status);
        }
      }
      await page.catchUp();
      for (const { input, data } of page.columns) {
        if (!data) continue;
        const end = data.pages.at(-1)?.nextCursor ?? null;
        const all = service.list(input);
        const last = end ? all.findLastIndex((task) => !isBefore(end, placeIn(input, task))) + 1 : all.length;
        const shown = store.column(data);
        expect(shown).toEqual(all.slice(0, last));
        expect(shown.map(({ id }) => store.commentCount(id))).toEqual(
          shown.map(({ id }) => service.tasks.get(id)?.commentCount),
        );
      }
      for (const [taskId, { data }] of page.dependencies) {
        if (!data) continue;
        const { blockers, dependants, unreadBlockerCount } = page.dependenciesOf(taskId);
        const actual = service.readDependencies(taskId);
        expect(unreadBlockerCount).toBe(0);
        expect(byId(blockers.map(toDependencyTask))).toEqual(byId(actual.blockers));
        expect(byId(dependants.map(toDependencyTask))).toEqual(byId(actual.dependants));
      }
      for (const { input, data } of page.counts) {
        if (!data) continue;
        const counts = store.counts(data);
        for (const status of boardStatuses) {
          const { length } = service.list({ ...input, status });
          const { count, isExact } = counts?.[status] ?? { count: -1, isExact: true };
          expect(isExact ? count === length : count < length, `${status}: ${count}, ${length}`).toBe(true);
        }
      }
    }),
    { numRuns: 3_000, ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }) },
  );
}, 600_000);
