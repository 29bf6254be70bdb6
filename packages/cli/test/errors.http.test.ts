import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, useFolder } from './support/run-cli.ts';

const api = useApi();
const folder = useFolder();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

/** Another server than the API, such as the dashboard: /pages responds to everything with a page. */
const other = createServer(({ url }, response) => {
  const isPage = url?.startsWith('/pages');
  const [status, headers] = url?.startsWith('/moved')
    ? [308, { location: 'https://example.com' }]
    : [isPage ? 200 : 404, {}];
  response.writeHead(status, headers).end('<!doctype html>');
}).listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!other.listening) await once(other, 'listening');
});
afterAll(() => other.close());
const otherUrl = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

const login = (url: string) =>
  runCli(['login', '--url', url, '--token', world.ada.token], { env: { XDG_CONFIG_HOME: folder } });
const withUrl = (url: string, ...args: string[]) =>
  runCli(args, { env: { CREWBOARD_URL: url, CREWBOARD_TOKEN: world.ada.token } });
const ada = (...args: string[]) => withUrl(api().url, ...args);

const useTheApi = /Use the address that `npm start` prints as API, such as http:\/\/127\.0\.0\.1:4000\./;

it.each([
  ['another server', otherUrl, /is not the API of Crewboard: the response was 404\./],
  ['a server of pages', () => `${otherUrl()}/pages`, /is not the API of Crewboard: the response is not JSON/],
  [
    'a redirect',
    () => `${otherUrl()}/moved`,
    /is not the API of Crewboard: the response was 308, a redirect\./,
  ],
])('login and other commands say that %s is not the API', async (_, url, message) => {
  for (const { code, stderr } of [
    await login(url()),
    await withUrl(url(), 'whoami'),
    await withUrl(url(), 'tasks', 'list'),
    await withUrl(url(), 'work', '--once', '--', 'true'),
  ]) {
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
    expect(stderr).toMatch(useTheApi);
  }
});

it('login names a path that the API does not have', async () => {
  const { code, stderr } = await login(`${api().url}/mcp`);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`${api().url}/mcp is not the API of Crewboard`),
  });
  expect(stderr).toMatch(useTheApi);
});

it.each([
  ['127.0.0.1:4000', /Did you mean http:\/\/127\.0\.0\.1:4000\?/],
  ['localhost:4000', /Did you mean http:\/\/localhost:4000\?/],
  ['crewboard.example.com', /Did you mean https:\/\/crewboard\.example\.com\?/],
  ['not a host', useTheApi],
  ['ftp://example.com', useTheApi],
])('%s is no URL, a usage error before anything is sent', async (url, remedy) => {
  for (const { code, stderr } of [
    await login(url),
    await withUrl(url, 'tasks', 'list'),
    await withUrl(url, 'watch'),
    await withUrl(url, 'work', '--', 'true'),
    await withUrl(url, 'mcp'),
  ]) {
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${url} does not begin with http:// or https://.`),
    });
    expect(stderr).toMatch(remedy);
  }
});

it.each<[string[], string]>([
  [['tasks', 'list', '--limit', '500'], '--limit must be a whole number from 1 to 100.'],
  [['watch', '--task-id', ''], '--task-id must have 1 to 100 characters.'],
  [
    ['tasks', 'claim-next', '--complete', '{"taskId":"x","result":5}'],
    '--complete: result must be a string.',
  ],
  [['tasks', 'update', 'x', '--json-input', '{"a":1}'], 'a is not a field of this operation.'],
  [
    ['tasks', 'update', 'x'],
    'Give at least one field to change: title, description, priority, assignedAgentId, assignedMemberId, projectId, dueDate, notBefore, links, blockedBy, parentId, externalId.',
  ],
])('%j names the flag of an invalid value, once', async (args, message) => {
  const { code, stderr } = await ada(...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `crewboard: VALIDATION_ERROR: ${message}\n` });
});

it('names the flag of each of several invalid values', async () => {
  const { stderr } = await ada('tasks', 'create', '--title', '', '--project-id', '');
  expect(stderr).toMatch(/^crewboard: VALIDATION_ERROR:\n {2}--title must .*\n {2}--project-id must .*\n$/);
});

it('lists the types of events once', async () => {
  const { code, stderr } = await ada('watch', '--type', 'nope');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^crewboard: VALIDATION_ERROR: --type must be one of: task\.created, .*\n$/);
  expect(stderr.match(/task\.created/g)).toHaveLength(1);
});

it.each<[string[], RegExp]>([
  [['watch', '--after', 'nope'], /^crewboard: INVALID_CURSOR: .*\n {2}Pass --after the id of an event/],
  [['tasks', 'list', '--cursor', 'nope'], /^crewboard: INVALID_CURSOR: .*\n {2}Pass the --cursor that/],
])('%j says where the value comes from', async (args, message) => {
  const { code, stderr } = await ada(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('X-Next-Cursor');
});

it('speaks of ids, not of routes, when nothing is found', async () => {
  const { code, stderr } = await ada('tasks', 'get', 'nope');
  expect(code).toBe(5);
  expect(stderr).toMatch(/^crewboard: NOT_FOUND: Nothing in your team has this id\.\n {2}Check the id\. /);
});

it('says what to do for every case of an error', async () => {
  const manager = (...args: string[]) =>
    runCli(args, { env: { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.team.apiKey } });
  const id = await api().createTask(world.team);
  await manager('tasks', 'move', id, '--status', 'in_progress');
  const held = await manager('tasks', 'archive', id);
  expect(held).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('Archive it once it is no longer in progress.'),
  });
  const { apiKey: token, projectId, teamId } = world.team;
  const tasks = Array.from({ length: 500 }, () => ({ title: 'Waiting', projectId, blockedBy: [id] }));
  await api().request('POST', `/api/teams/${teamId}/tasks/bulk`, { token, body: { tasks } });
  const waiting = [
    'tasks',
    'create',
    '--title',
    'x',
    '--project-id',
    world.team.projectId,
    '--blocked-by',
    id,
  ];
  const many = await manager(...waiting);
  expect(many).toMatchObject({ code: 4, stderr: expect.stringContaining('put one task between') });
});

it('says what to check when there is no response', async () => {
  const { code, stderr } = await login('http://127.0.0.1:1');
  expect(code).toBe(6);
  expect(stderr).toMatch(
    /^crewboard: No response from http:\/\/127\.0\.0\.1:1: .*\n {2}Check that the service runs/,
  );
});
