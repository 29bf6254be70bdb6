import type { Database } from '@crewboard/db';
import { createClient } from '@crewboard/sdk';
import { tablesWith } from '../../apps/api/test/support/search-dump.ts';
import { type Row, rowOf } from '../row.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { becomesTrue, runConcurrently } from '../webhooks/support/wait.ts';
import type { FaultContext } from '../webhooks/support/world.ts';
import { createThings, type ErasedThings, type Size } from './erased-things.ts';
import { ErasingService } from './erasing-service.ts';

/**
 * `killsOfEach`: how many times the only process is killed during the erasure of the account, the project and the team.
 */
type Kills = { processes: 1 | 2; killsOfEach: number };

const kinds = ['account', 'project', 'team'] as const;
type Kind = (typeof kinds)[number];

/** Tables with copies of what is erased. They must have some before: else finding none afterwards proves nothing. */
const tablesWithCopies = ['events', 'idempotency_keys', 'webhook_deliveries'];

/**
 * The queries for what is left to erase: a text that changes with each batch; null, or no row, once nothing is left.
 */
const remainingQueries: Record<Kind, (things: ErasedThings) => { text: string; values: string[] }> = {
  account: ({ userId }) => ({
    text: `select stage || coalesce(cursor::text, '') || pass_due_at as left from account_erasures
      where user_id = $1 and finished_at is null`,
    values: [userId],
  }),
  project: ({ projectId }) => ({
    text: `select count(*)::text as left from tasks where project_id = $1 having count(*) > 0`,
    values: [projectId],
  }),
  team: ({ erasedTeamId }) => ({
    text: `select (select count(*) from tasks where team_id = $1) || ' ' ||
        (select count(*) from events where team_id = $1) as left from teams where id = $1`,
    values: [erasedTeamId],
  }),
};
/** The removal of teams begins 10 s after a start. */
const progressTimeoutMs = 120_000;
/** The last pass over an account begins two minutes after its erasure. */
const finishTimeoutMs = 400_000;

/**
 * Processes of the API are killed while they erase an account, tasks, a project and a team: the only one, which starts
 * again, or one of two, which does not.
 */
export async function killErasers(context: FaultContext, size: Kills & Size): Promise<Row[]> {
  const service = await ErasingService.create(context, size.processes);
  const receiver = await Receiver.start();
  try {
    await service.start(0);
    const { things, erase } = await createThings(service, receiver, size);
    const search = () => tablesWith({ owner: service.owner.pool }, things.words);
    const stored = await search();
    const idsBefore = await listIds(service, 0, things);
    await service.start(size.processes - 1);
    await erase();
    const requestedAt = Date.now();
    const midway: Record<Kind, number> = { account: 0, project: 0, team: 0 };
    const plan = planOf(size);
    let kills = 0;
    for (const kind of plan) {
      const isErasedAlready = (await readLeft(service.db, things, kind)) === null;
      if (isErasedAlready) continue;
      await service.start(0);
      kills += 1;
      if (await killMidway(service, things, kind)) midway[kind] += 1;
      context.report(`killed while it erased the ${kind}`);
    }
    const survivor = size.processes - 1;
    await service.start(survivor);
    const isNothingLeft = async () => {
      const left = await Promise.all(kinds.map((kind) => readLeft(service.db, things, kind)));
      return left.every((text) => text === null) && (await countDue(service.db)) === 0;
    };
    const isFinished = await becomesTrue(isNothingLeft, finishTimeoutMs);
    const seconds = Math.round((Date.now() - requestedAt) / 1_000);
    const found = await search();
    const idsAfter = await listIds(service, survivor, things);
    const resolved = await countResolved(service, survivor, things, idsBefore);
    const between = kinds.map((kind) => `${midway[kind]} with more of the ${kind} to erase`).join(', ');
    const seen =
      `killed ${kills} ×, ${between}; all erased ${seconds} s after the requests: ${isFinished ? 'yes' : 'no'}; ` +
      `${resolved} of ${idsBefore.length} event ids resolve; before in: ${stored.join(', ')}; afterwards in: ${found.join(', ') || 'no table'}`;
    return [
      rowOf(
        `kill -9 of ${size.processes === 1 ? 'the only eraser, which starts again' : 'one of two erasers'}`,
        'all is erased, every event id resolves, no table has a name, an e-mail or content',
        seen,
        {
          'killed in between': plan.every((kind) => midway[kind] > 0),
          'all is erased': isFinished,
          'the log has the same ids in the same order':
            idsAfter.slice(0, idsBefore.length).join() === idsBefore.join(),
          'every id resolves': resolved === idsBefore.length,
          'other tables had some of it': tablesWithCopies.every((table) => stored.includes(table)),
          'no table has any of it': found.length === 0,
        },
      ),
    ];
  } finally {
    await receiver.close();
    await service.close();
  }
}

/**
 * The erasures during which a process is killed, in their order. One of two processes is killed once. The project comes
 * before the account, because its erasure takes the least time; the team comes last, because it is removed later.
 */
const planOf = ({ processes, killsOfEach }: Kills): Kind[] =>
  processes === 2
    ? ['project']
    : [
        ...Array<Kind[]>(killsOfEach).fill(['project', 'account']).flat(),
        ...Array<Kind>(killsOfEach).fill('team'),
      ];

async function readLeft(db: Database, things: ErasedThings, kind: Kind): Promise<string | null> {
  const { text, values } = remainingQueries[kind](things);
  return (await db.query<{ left: string }>(text, values)).rows[0]?.left ?? null;
}

/** How many deleted subjects have data to erase, for the first time or again. */
async function countDue(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from tombstones where erase_at is not null',
  );
  return rows[0]?.count ?? 0;
}

/** Kills the first process after its next batch. Returns whether more batches were to come. */
async function killMidway(service: ErasingService, things: ErasedThings, kind: Kind): Promise<boolean> {
  const before = await readLeft(service.db, things, kind);
  await becomesTrue(async () => (await readLeft(service.db, things, kind)) !== before, progressTimeoutMs);
  await service.kill(0);
  return before !== null && (await readLeft(service.db, things, kind)) !== null;
}

const clientOf = ({ urls }: ErasingService, index: number, { apiKey }: ErasedThings) =>
  createClient({ url: urls[index] ?? '', token: apiKey });

async function listIds(service: ErasingService, index: number, things: ErasedThings): Promise<string[]> {
  const ids: string[] = [];
  const client = clientOf(service, index, things);
  for await (const { id } of client.events.listAll({ teamId: things.teamId })) ids.push(id);
  return ids;
}

/** How many of the ids are valid cursors. */
async function countResolved(
  service: ErasingService,
  index: number,
  things: ErasedThings,
  ids: string[],
): Promise<number> {
  const { events } = clientOf(service, index, things);
  const resolves = (cursor: string) => () =>
    events.list({ teamId: things.teamId, cursor, limit: 1 }).then(
      () => 1,
      () => 0,
    );
  const resolved = await runConcurrently(ids.map(resolves));
  return resolved.reduce<number>((sum, each) => sum + each, 0);
}
