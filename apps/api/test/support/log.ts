import type { Problem, Project } from '@crewboard/contracts';
import { expect } from 'vitest';
import { type EventRow, expectProblem, type Reply, type TestApi } from '../harness.ts';
import type { World } from './world.ts';

/**
 * Keeps leases that end, and tasks whose time comes, in the next 20 minutes from the sweepers: what earlier tests left
 * would change meanwhile on a busy machine.
 */
export const postponeChecks = ({ db }: TestApi) =>
  db.pool.query(
    `update tasks set check_at = check_at + interval '1 day' where id in (
       select id from tasks where check_at between now() and now() + interval '20 minutes' for no key update skip locked)`,
  );

/** Returns the response of a request, and the events of all subjects that it added to the log. */
export async function record(
  api: TestApi,
  request: () => Promise<Reply>,
): Promise<{ reply: Reply; events: EventRow[] }> {
  await postponeChecks(api);
  const before = await api.countEvents();
  const reply = await request();
  return { reply, events: await api.events(undefined, before) };
}

export type Actor = Pick<EventRow, 'actorKind' | 'actorId'>;

export const byAgent = (agent: { id: string }): Actor => ({ actorKind: 'agent', actorId: agent.id });
export const byKey = (world: World): Actor => ({ actorKind: 'key', actorId: world.keyId });

type Expected = {
  reply: Reply;
  world: World;
  actor: Actor;
  type: string;
  /** The subject after the change, as in the response. */
  snapshot: { id: string };
  changes: EventRow['changes'];
};

/** The whole row of an event. */
export function eventRow({ reply, world, actor, type, snapshot, changes }: Expected): EventRow {
  return {
    type,
    subjectType: type.slice(0, type.indexOf('.')),
    subjectId: snapshot.id,
    teamId: world.team.teamId,
    ...actor,
    requestId: reply.headers.get('x-request-id'),
    snapshot,
    changes,
  };
}

/** Expects an error and no stored change or event. */
export async function expectRejected(
  api: TestApi,
  status: number,
  code: Problem['code'],
  request: () => Promise<Reply>,
): Promise<Problem> {
  await postponeChecks(api);
  const before = await api.stored();
  const problem = expectProblem(await request(), status, code);
  expect(await api.stored()).toEqual(before);
  return problem;
}

/** Expects an error of the body or the query for exactly these fields. */
export async function expectInvalid(
  api: TestApi,
  paths: string[],
  request: () => Promise<Reply>,
): Promise<Problem> {
  return expectFields(await expectRejected(api, 400, 'VALIDATION_ERROR', request), paths);
}

/** Expects that an error is about exactly these fields. */
export function expectFields(problem: Problem, paths: string[]): Problem {
  const rejected = new Set(problem.errors?.map((error) => error.path));
  expect([...rejected].sort(), JSON.stringify(problem)).toEqual(paths.toSorted());
  for (const error of problem.errors ?? []) expect(error.message).not.toBe('');
  return problem;
}

/** A project as its events keep it, without the number of its tasks and the instructions. */
export function snapshotOf({ taskCount: _, instructions: _text, ...project }: Project) {
  return project;
}
