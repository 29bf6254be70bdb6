import {
  AgentOverviewPage,
  type AgentSummary,
  type AgentWithToken,
  ApiKey,
  ApiKeyWithSecret,
  BoardColumn,
  BoardCounts,
  CreatedTeam,
  ProjectPage,
  type ProjectSummary,
} from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { createProject } from '../support/world.ts';

const api = useApi();

let team: TestTeam;
let ada: TestAgent;
let session: string;
let userId: string;

beforeAll(async () => {
  team = await api().createTeam();
  ada = await api().createAgent(team, 'Ada');
  const person = await createPerson(api(), team.teamId, 'owner');
  userId = person.userId;
  session = await sessionOf(api(), person.email);
});

const callAs = (type: 'query' | 'mutation', procedure: string, input: unknown) =>
  call(api(), [type, procedure], input, { session, team: team.teamId });
const column = async (filter: object) =>
  BoardColumn.parse(
    (await callAs('query', 'board.column', { teamId: team.teamId, status: 'todo', ...filter })).data,
  );
const counts = async (filter: object = {}) =>
  BoardCounts.parse((await callAs('query', 'board.counts', { teamId: team.teamId, ...filter })).data);
const exactly = (count: number) => ({ count, isExact: true });
const titles = async (filter: object) => (await column(filter)).tasks.map((task) => task.title);

describe('the board', () => {
  beforeAll(async () => {
    await api().createTask(team, { title: 'Plain' });
    await api().createTask(team, { title: 'Urgent 100%', priority: 'high' });
    await api().createTask(team, { title: "For Ada_'s eyes", assignedAgentId: ada.id });
    const done = await api().createTask(team, { title: 'Done' });
    await callAs('mutation', 'tasks.move', { taskId: done, status: 'done' });
  });

  it('shows each column newest first, with its count', async () => {
    expect(await titles({})).toEqual(["For Ada_'s eyes", 'Urgent 100%', 'Plain']);
    expect(await titles({ status: 'done' })).toEqual(['Done']);
    expect(await counts()).toMatchObject({
      todo: exactly(3),
      in_progress: exactly(0),
      done: exactly(1),
      cancelled: exactly(0),
    });
  });

  it.each([
    ['priority', { priority: 'high' }, ['Urgent 100%']],
    ['an agent', { agentId: 'ada' }, ["For Ada_'s eyes"]],
    ['nobody', { agentId: 'nobody' }, ['Urgent 100%', 'Plain']],
    ['words in any case', { search: 'pLAIN' }, ['Plain']],
    ['a percent sign as such', { search: '0%' }, ['Urgent 100%']],
    ['an underscore as such', { search: 'a_' }, ["For Ada_'s eyes"]],
    ['a quote as such', { search: "'s" }, ["For Ada_'s eyes"]],
    ['all at once', { agentId: 'nobody', priority: 'normal', search: 'pl' }, ['Plain']],
    ['an unknown project', { projectId: 'unknown' }, []],
    ['an unknown agent', { agentId: 'unknown' }, []],
  ])('filters cards and counts by %s', async (_name, filter, expected) => {
    const input = { ...filter, ...('agentId' in filter && filter.agentId === 'ada' && { agentId: ada.id }) };
    expect(await titles(input)).toEqual(expected);
    expect((await counts(input)).todo).toEqual(exactly(expected.length));
  });

  it('returns each card of a column once across pages', async () => {
    const first = await column({ limit: 2 });
    const second = await column({ limit: 2, cursor: first.nextCursor });
    expect([...first.tasks, ...second.tasks].map((task) => task.title)).toEqual(await titles({}));
    expect(second.nextCursor).toBeNull();
  });
});

describe('agents', () => {
  it('are listed in pages, and by name in one list', async () => {
    const { teamId } = team;
    for (const name of ['Bo', 'Cy']) await api().createAgent(team, name);
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { teamId, limit: 2, cursor };
      const page = AgentOverviewPage.parse((await callAs('query', 'agents.overviews', input)).data);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    const summaries = (await callAs('query', 'agents.summaries', { teamId })).data as AgentSummary[];
    expect(summaries.map(({ name }) => name)).toEqual(names);
    expect(names).toEqual(['Ada', 'Bo', 'Cy']);
    expect(Object.keys(summaries[0] ?? {}).sort()).toEqual([
      'id',
      'lastActiveAt',
      'name',
      'paused',
      'status',
    ]);
    await api().db.pool.query(`delete from agents where team_id = $1 and name <> 'Ada'`, [teamId]);
  });

  it('are listed with their tasks, and a member may release these', async () => {
    const held = await api().createTask(team, { title: 'Held' });
    await api().request('POST', `/api/tasks/${held}/claim`, { token: ada.token });
    const overviews = async () =>
      AgentOverviewPage.parse((await callAs('query', 'agents.overviews', { teamId: team.teamId })).data)
        .items;
    expect(await overviews()).toMatchObject([
      { id: ada.id, tasksInProgress: exactly(1), tokenPrefix: expect.stringMatching(/^cb_agent_/) },
    ]);
    expect((await callAs('mutation', 'tasks.releaseAll', { agentId: ada.id })).data).toEqual({ count: 1 });
    expect(await overviews()).toMatchObject([{ tasksInProgress: exactly(0) }]);
    expect((await api().events(held)).at(-1)).toMatchObject({
      type: 'task.released',
      actorKind: 'member',
      actorId: userId,
      changes: {
        status: { before: 'in_progress', after: 'todo' },
        assignedAgentId: { before: ada.id, after: null },
      },
    });
    expect((await callAs('mutation', 'tasks.releaseAll', { agentId: ada.id })).data).toEqual({ count: 0 });
  });

  it('are listed with the lifetime of their last token, also after it was revoked', async () => {
    const { teamId } = team;
    const expiresAt = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const input = { teamId, name: 'Di', expiresAt: expiresAt(90 * 86_400) };
    const created = await callAs('mutation', 'agents.create', input);
    const { id: agentId } = created.data as AgentWithToken;
    const lifetime = async () => {
      const { data } = await callAs('query', 'agents.overviews', { teamId });
      return AgentOverviewPage.parse(data).items.find(({ id }) => id === agentId)?.tokenLifetimeSeconds;
    };
    const isAbout = (seconds: number) => expect.toSatisfy((value) => Math.abs(value - seconds) <= 60);
    expect(await lifetime()).toEqual(isAbout(90 * 86_400));
    await callAs('mutation', 'agents.rotateToken', {
      agentId,
      graceSeconds: 60,
      expiresAt: expiresAt(3_600),
    });
    await callAs('mutation', 'agents.update', { agentId, status: 'inactive' });
    expect(await lifetime()).toEqual(isAbout(3_600));
    await callAs('mutation', 'agents.update', { agentId, status: 'active' });
    await callAs('mutation', 'agents.rotateToken', { agentId, expiresAt: '9998-12-31T00:00:00.000Z' });
    expect(await lifetime()).toBeGreaterThan(2 ** 31);
    await callAs('mutation', 'agents.rotateToken', { agentId });
    expect(await lifetime()).toBeNull();
  });
});

describe('API keys', () => {
  it('are valid until they are revoked; only the response to their creation contains the key', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const input = { teamId: team.teamId, name: 'CI', expiresAt };
    const { apiKey, ...key } = ApiKeyWithSecret.parse(
      (await callAs('mutation', 'apiKeys.create', input)).data,
    );
    expect(apiKey.startsWith(key.prefix)).toBe(true);
    const me = () => api().request('GET', '/api/me', { token: apiKey });
    expect((await me()).body).toMatchObject({ key: { id: key.id, name: 'CI', expiresAt } });

    const revoked = await callAs('mutation', 'apiKeys.revoke', { teamId: team.teamId, keyId: key.id });
    expect(ApiKey.parse(revoked.data).revokedAt).not.toBeNull();
    expect((await me()).status).toBe(401);
    const { data } = await callAs('query', 'apiKeys.list', { teamId: team.teamId });
    expect((data as unknown[]).map((row) => ApiKey.parse(row).name)).toEqual(['First key', 'CI']);
    expect(JSON.stringify(data)).not.toContain(apiKey);
    expect((await api().events(key.id)).map((event) => event.type)).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
  });

  it('rejects an expiry in the past, and the revocation of a key of another team', async () => {
    const past = { teamId: team.teamId, name: 'Late', expiresAt: '2020-01-01T00:00:00Z' };
    expect((await callAs('mutation', 'apiKeys.create', past)).problem?.errors?.[0]?.path).toBe('expiresAt');
    const other = await api().createTeam('Other');
    const { rows } = await api().db.pool.query<{ id: string }>('select id from api_keys where team_id = $1', [
      other.teamId,
    ]);
    const revocation = { teamId: team.teamId, keyId: rows[0]?.id };
    expect((await callAs('mutation', 'apiKeys.revoke', revocation)).problem?.code).toBe('NOT_FOUND');
  });
});

describe('projects', () => {
  it('are listed in pages, and by name in one list', async () => {
    const { teamId } = team;
    await createProject(api(), team, 'Second');
    const first = ProjectPage.parse((await callAs('query', 'projects.page', { teamId, limit: 1 })).data);
    const cursor = first.nextCursor;
    const second = ProjectPage.parse(
      (await callAs('query', 'projects.page', { teamId, limit: 1, cursor })).data,
    );
    expect(second.nextCursor).toBeNull();
    const items = [...first.items, ...second.items];
    expect(items).toMatchObject([{ taskCount: expect.any(Number) }, { name: 'Second', taskCount: 0 }]);
    expect((await callAs('query', 'projects.summaries', { teamId })).data).toEqual(
      items.map(({ id, name, paused }) => ({ id, name, paused })),
    );
  });

  it('are named also when they are archived, those of the team alone', async () => {
    const { teamId } = team;
    const named = async (archived: boolean) =>
      (await callAs('query', 'projects.summaries', { teamId, archived })).data as ProjectSummary[];
    const other = await api().createTeam('Other');
    const foreign = await createProject(api(), other, 'Foreign');
    await api().request('POST', `/api/projects/${foreign}/archive`, { token: other.apiKey });
    const id = await createProject(api(), team, 'Old shop');
    expect(await named(true)).toEqual([]);
    await callAs('mutation', 'projects.archive', { projectId: id });
    expect(await named(true)).toEqual([{ id, name: 'Old shop', paused: null }]);
    expect((await named(false)).map(({ name }) => name)).not.toContain('Old shop');
  });
});

describe('teams.create', () => {
  beforeAll(async () => {
    await api().db.pool.query('update users set is_operator = true where id = $1', [userId]);
  });

  it('creates a team with a first project and the caller as its only member, an owner', async () => {
    const { teamId, projectId } = CreatedTeam.parse(
      (await callAs('mutation', 'teams.create', { name: 'Mine' })).data,
    );
    const inside = (who: string) =>
      call(api(), ['query', 'projects.list'], { teamId }, { session: who, team: teamId });
    expect((await inside(session)).data).toMatchObject([{ id: projectId, name: 'General', taskCount: 0 }]);
    const outsider = await createPerson(api(), team.teamId, 'owner');
    expect((await inside(await sessionOf(api(), outsider.email))).problem?.code).toBe('NOT_FOUND');
  });
});
