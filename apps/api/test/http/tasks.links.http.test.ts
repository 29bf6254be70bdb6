import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { expectFields, expectInvalid, expectRejected } from '../support/log.ts';
import { calls, readTask } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

const repository = { url: 'https://git.example.com/shop', title: 'Repository' };
const ticket = { url: 'http://tickets.example.com/7?tab=all#notes', title: null };

it('are empty at first, set with the creation and replaced as a whole', async () => {
  const { team } = await createWorld(api());
  const { update } = calls(api());
  const plain = await api().createTask(team);
  expect(expectBody(await calls(api()).get(team.apiKey, plain), 200, Task).links).toEqual([]);
  const body = { title: 'Linked', projectId: team.projectId, links: [repository, { url: ticket.url }] };
  const created = expectBody(
    await api().request('POST', `/api/teams/${team.teamId}/tasks`, { token: team.apiKey, body }),
    201,
    Task,
  );
  expect(created.links).toEqual([repository, ticket]);
  const changed = expectBody(await update(team.apiKey, created.id, { links: [ticket] }), 200, Task);
  expect(changed).toMatchObject({ links: [ticket], version: 2 });
  const same = expectBody(await update(team.apiKey, created.id, { links: [{ url: ticket.url }] }), 200, Task);
  expect(same).toEqual(changed);
  expect(expectBody(await update(team.apiKey, created.id, { links: [] }), 200, Task).links).toEqual([]);
  expect(await api().events(created.id)).toHaveLength(3);
});

it('are in the history, before and after', async () => {
  const { team } = await createWorld(api());
  const taskId = await api().createTask(team, { links: [repository] });
  await calls(api()).update(team.apiKey, taskId, { links: [ticket] });
  const [created, updated] = await api().events(taskId);
  expect(created?.snapshot.links).toEqual([repository]);
  expect(updated?.changes).toEqual({ links: { before: [repository], after: [ticket] } });
});

it('400: each list that is not of up to ten web addresses with titles', async () => {
  const { team } = await createWorld(api());
  const taskId = await api().createTask(team);
  const rows: [string, unknown, string][] = [
    ['a script', [{ url: 'javascript:alert(1)' }], 'links.0.url'],
    ['a file', [{ url: 'file:///etc/passwd' }], 'links.0.url'],
    ['data', [{ url: 'data:text/html,<p>' }], 'links.0.url'],
    ['a path of the page that shows it', [{ url: 'https:example.com' }], 'links.0.url'],
    ['one slash', [{ url: 'https:/example.com' }], 'links.0.url'],
    ['a blank before it', [{ url: ' https://example.com' }], 'links.0.url'],
    ['no scheme', [{ url: 'example.com' }], 'links.0.url'],
    ['an empty address', [{ url: '' }], 'links.0.url'],
    ['a password', [{ url: `https://ada:${'x'}@example.com` }], 'links.0.url'],
    ['a control character', [{ url: 'https://example.com/\u0001' }], 'links.0.url'],
    ['an address of 2,001 characters', [{ url: `https://example.com/${'a'.repeat(1_981)}` }], 'links.0.url'],
    ['a title of 201 characters', [{ url: ticket.url, title: 'a'.repeat(201) }], 'links.0.title'],
    ['a blank title', [{ url: ticket.url, title: ' ' }], 'links.0.title'],
    ['another field', [{ url: ticket.url, rel: 'x' }], 'links.0.rel'],
    ['no address', [{ title: 'x' }], 'links.0.url'],
    ['eleven', Array.from({ length: 11 }, () => ({ url: ticket.url })), 'links'],
    ['a text', 'https://example.com', 'links'],
    ['null', null, 'links'],
  ];
  const cases = Object.fromEntries(rows.map(([name, links, path]) => [name, { links, path }]));
  await checkEachRejected(api(), cases, async ({ links, path }) => {
    const reply = await calls(api()).update(team.apiKey, taskId, { links });
    expectFields(expectProblem(reply, 400, 'VALIDATION_ERROR'), [path]);
  });
});

it('have 8 KiB at most, of which each event has a copy', async () => {
  const world = await createWorld(api());
  const links = (bytes: number) =>
    Array.from({ length: 10 }, () => ({ url: `https://e.com/${'l'.repeat(bytes / 10)}`, title: null }));
  const create = (bytes: number) =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
      token: world.team.apiKey,
      body: { title: 'T', projectId: world.team.projectId, links: links(bytes) },
    });
  await expectInvalid(api(), ['links'], () => create(8_000));
  const { id } = expectBody(await create(7_500), 201, Task);
  await api().createComment(world.team, id, 'x');
  const { rows } = await api().db.pool.query<{ bytes: number }>(
    `select octet_length(snapshot::text) as bytes from events where subject_id = $1 order by id`,
    [id],
  );
  expect(rows).toHaveLength(2);
  for (const { bytes } of rows) expect(bytes).toBeLessThan(10_000);
});

it('an agent writes those of a task that it holds, and not those of another agent', async () => {
  const world = await createWorld(api());
  const { claim, update } = calls(api());
  const taskId = await api().createTask(world.team);
  await claim(world.ada.token, taskId);
  const written = await update(world.ada.token, taskId, { links: [repository] });
  expect(expectBody(written, 200, Task).links).toEqual([repository]);
  await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () =>
    update(world.bob.token, taskId, { links: [ticket] }),
  );
  expect((await readTask(api(), world, taskId)).links).toEqual([repository]);
});

it('eight writers at once leave one of their lists', async () => {
  const { team } = await createWorld(api());
  const taskId = await api().createTask(team);
  const lists = Array.from({ length: 8 }, (_, n) => [{ url: `https://example.com/${n}`, title: null }]);
  const replies = await Promise.all(
    lists.map((links) => calls(api()).update(team.apiKey, taskId, { links })),
  );
  expect(replies.map(({ status }) => status)).toEqual(lists.map(() => 200));
  const { links, version } = expectBody(await calls(api()).get(team.apiKey, taskId), 200, Task);
  expect(lists).toContainEqual(links);
  expect(version).toBe(9);
});
