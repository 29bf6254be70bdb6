import { Agent, Project, Team } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { record } from '../support/log.ts';
import { pathOf, pausesOf, type Subject, subjects } from '../support/pauses.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

// Pausing and resuming: what is stored, told and rejected. What a pause stops is in tasks.claim.paused.

const api = useApi();
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});
const pauses = () => pausesOf(api(), world);
const schemas = { agent: Agent, project: Project, team: Team };
const read = async (subject: Subject) =>
  expectBody(
    await api().request('GET', pathOf(subject, world), { token: world.team.apiKey }),
    200,
    schemas[subject] as typeof Team,
  );
const subjectId = (subject: Subject) =>
  ({ agent: world.ada.id, project: world.team.projectId, team: world.team.teamId })[subject];

describe.each(subjects)('POST /pause and /resume of the %s', (subject) => {
  it('200: pauses with a reason and writes one event; the same again changes nothing', async () => {
    const before = await read(subject);
    const { reply, events } = await record(api(), () => pauses().pause(subject));
    const paused = expectBody(reply, 200, schemas[subject] as typeof Team);
    expect(paused.paused).toEqual({
      ...{ at: expect.any(String), reason: 'A bad prompt', mode: 'finish' },
      by: { kind: 'key', id: world.keyId, name: 'First key' },
    });
    expect(await read(subject)).toEqual(paused);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      ...{ type: `${subject}.paused`, subjectType: subject, subjectId: subjectId(subject) },
      changes: { paused: { before: null, after: paused.paused } },
      snapshot: { id: before.id, paused: paused.paused },
    });
    const again = await record(api(), () => pauses().pause(subject));
    expect(expectBody(again.reply, 200, schemas[subject] as typeof Team)).toEqual(paused);
    expect(again.events).toEqual([]);
  });

  it('200: another reason or mode keeps the time of the pause', async () => {
    const { paused } = expectBody(await pauses().pause(subject), 200, schemas[subject] as typeof Team);
    for (const body of [
      { reason: 'Worse' },
      { reason: 'Worse', mode: 'release', graceSeconds: 600 },
      { reason: 'Worse', mode: 'finish' },
    ]) {
      const { reply, events } = await record(api(), () => pauses().pause(subject, body));
      expect(expectBody(reply, 200, schemas[subject] as typeof Team).paused).toEqual({
        ...paused,
        mode: 'finish',
        ...{ reason: body.reason, ...('mode' in body && { mode: body.mode }) },
      });
      expect(events).toHaveLength(1);
    }
  });

  it('200: resumes and writes one event; what is not paused stays as it is', async () => {
    const { paused } = expectBody(await pauses().pause(subject), 200, schemas[subject] as typeof Team);
    const { reply, events } = await record(api(), () => pauses().resume(subject));
    expect(expectBody(reply, 200, schemas[subject] as typeof Team).paused).toBeNull();
    expect((await read(subject)).paused).toBeNull();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: `${subject}.resumed`,
      changes: { paused: { before: paused, after: null } },
    });
    const again = await record(api(), () => pauses().resume(subject));
    expect(expectBody(again.reply, 200, schemas[subject] as typeof Team).paused).toBeNull();
    expect(again.events).toEqual([]);
  });

  it('400: a missing, blank or long reason, another mode, a grace out of bounds', async () => {
    const bodies = [
      [{}, 'reason'],
      [{ reason: ' ' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ reason: 'x', mode: 'stop' }, 'mode'],
      [{ reason: 'x', mode: 'release', graceSeconds: 601 }, 'graceSeconds'],
      [{ reason: 'x', mode: 'release', graceSeconds: -1 }, 'graceSeconds'],
    ] as const;
    const stored = await api().stored();
    for (const [body, path] of bodies) {
      const reply = await pauses().pause(subject, body);
      expect(expectProblem(reply, 400, 'VALIDATION_ERROR').errors?.[0]?.path).toBe(path);
    }
    expect(await api().stored()).toEqual(stored);
  });

  it('403 for agents, 404 for another team and for an unknown id', async () => {
    const other = await createWorld(api());
    for (const verb of ['pause', 'resume'] as const) {
      const call = (token: string, path = pathOf(subject, world)) =>
        api().request('POST', `${path}/${verb}`, {
          token,
          ...(verb === 'pause' && { body: { reason: 'x' } }),
        });
      expectProblem(await call(world.ada.token), 403, 'TEAM_API_KEY_REQUIRED');
      expectProblem(await call(other.team.apiKey), 404, 'NOT_FOUND');
      const unknown = pathOf(subject, world).replace(subjectId(subject), unknownId);
      expectProblem(await call(world.team.apiKey, unknown), 404, 'NOT_FOUND');
    }
    expect((await read(subject)).paused).toBeNull();
  });
});

describe('POST /api/agents/:agentId/pause', () => {
  it('200: an inactive agent can be paused, and is when it is active again', async () => {
    const path = pathOf('agent', world);
    const update = (status: string) =>
      api().request('PATCH', path, { token: world.team.apiKey, body: { status } });
    await update('inactive');
    expectBody(await pauses().pause('agent'), 200, Agent);
    expect(expectBody(await update('active'), 200, Agent).paused).not.toBeNull();
  });
});

describe('eight callers that pause and resume at once', () => {
  it('leave a log in which each event follows from the one before, and a state that is the last', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? pauses().pause('team', { reason: `Reason ${index}` }) : pauses().resume('team'),
      ),
    );
    const events = await api().events(world.team.teamId);
    let state: unknown = null;
    for (const { changes, snapshot } of events as unknown as {
      changes: { paused: { before: unknown; after: unknown } };
      snapshot: { paused: unknown };
    }[]) {
      expect(changes.paused.before).toEqual(state);
      state = snapshot.paused;
    }
    expect((await read('team')).paused).toEqual(state);
  });
});
