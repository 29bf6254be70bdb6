import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { signedIn } from '../../../apps/api/test/log/support/people.ts';
import { createWorld, unknownId, type World } from '../../../apps/api/test/support/world.ts';
import { runCli } from './support/run-cli.ts';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const as = (token: string) => ({ CREWBOARD_URL: api().url, CREWBOARD_TOKEN: token });
const manager = (args: string[], input?: string) => runCli(args, { env: as(world.team.apiKey), input });
const ada = (args: string[], input?: string) => runCli(args, { env: as(world.ada.token), input });

async function createTask(title = 'A task'): Promise<string> {
  const created = await manager([
    ...['tasks', 'create', '--title', title, '--project-id', world.team.projectId, '--json'],
  ]);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(created.stdout).id;
}

it('takes a task through its life', async () => {
  const id = await createTask('Say hello');
  expect((await ada(['tasks', 'claim', id, '--lease-seconds', '60'])).stdout).toMatch(
    /^status +in_progress$/m,
  );
  await ada(['tasks', 'comment', id, '--body', 'Working']);
  const done = await ada(['tasks', 'complete', id, '--json-input', '-', '--json'], '{"result":"Hello!"}');
  expect(JSON.parse(done.stdout)).toMatchObject({ id, status: 'done', result: 'Hello!' });
  const attempts = await ada(['tasks', 'attempts', id]);
  expect(attempts.stdout).toMatch(/^attempt +outcome .*\n1 +completed /);
});

it.each([
  { flags: [], stdout: '', what: '' },
  { flags: ['--json'], stdout: 'null\n', what: '' },
  { flags: ['--priority', 'high', '--minimal'], stdout: '', what: ' with priority high' },
])(
  'claim-next $flags without a task says so on standard error, with code 7',
  async ({ flags, stdout, what }) => {
    expect(await ada(['tasks', 'claim-next', ...flags])).toEqual({
      code: 7,
      stdout,
      stderr: `crewboard: There is no task to claim${what}.\n`,
    });
  },
);

it('claim-next says that the completion stands when there is no next task', async () => {
  const taskId = await createTask('The only one');
  await ada(['tasks', 'claim', taskId]);
  expect(
    await ada(['tasks', 'claim-next', '--complete', JSON.stringify({ taskId, result: 'Done' })]),
  ).toEqual({
    code: 7,
    stdout: '',
    stderr: `crewboard: ${taskId} is completed. There is no task to claim.\n`,
  });
  expect((await ada(['tasks', 'get', taskId])).stdout).toMatch(/^result +Done$/m);
});

it('an empty list says so on standard error', async () => {
  const args = ['tasks', 'list', '--status', 'cancelled'];
  expect(await ada(args)).toEqual({ code: 0, stdout: '', stderr: 'There is nothing.\n' });
  expect(await ada([...args, '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
});

it('prints texts of others in one line, without control characters', async () => {
  // A title from before they were one line.
  await api().db.pool.query('update tasks set title = $2 where id = $1', [
    await createTask(),
    'Red \u001b[31malert\u001b[0m\n\u202e! ',
  ]);
  const { stdout } = await ada(['tasks', 'list', '--status', 'todo']);
  expect(stdout).toMatch(/ Red \[31malert \[0m !? ?/);
  expect(stdout.split('\n')).toHaveLength(3);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});

it('escapes characters that control a terminal or are invisible in JSON, which stays equal', async () => {
  const title = 'Red \u009b31m\u007f \u202etxt.exe\u2066 \u{e0041}\u200b 👩‍💻';
  const id = await api().createTask(world.team, { description: title });
  const { stdout } = await ada(['tasks', 'get', id, '--json']);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u);
  expect(stdout).toContain(String.raw`Red \u009b31m\u007f \u202etxt.exe\u2066 \udb40\udc41\u200b 👩\u200d💻`);
  expect(JSON.parse(stdout).description).toBe(title);
});

it('reads a list page by page, or all of it', async () => {
  await createTask();
  await createTask();
  const page = await ada(['tasks', 'list', '--limit', '1', '--json']);
  expect(JSON.parse(page.stdout)).toHaveLength(1);
  expect(page.stderr).toMatch(/^There are more: --cursor \w+, or --all\.\n$/);
  const all = await ada(['tasks', 'list', '--limit', '1', '--all', '--json']);
  expect(JSON.parse(all.stdout).length).toBeGreaterThan(2);
});

it.each<[string, (args: { id: string }) => string[], 'ada' | 'manager', number, RegExp]>([
  ['an unknown command', () => ['tasks', 'fly'], 'ada', 2, /unknown command 'fly'/],
  ['a missing flag', () => ['tasks', 'create', '--title', 'x'], 'manager', 2, /missing --project-id/],
  [
    'an unknown value',
    ({ id }) => ['tasks', 'move', id, '--status', 'x'],
    'ada',
    2,
    /Allowed choices are todo/,
  ],
  ['no number', ({ id }) => ['tasks', 'claim', id, '--lease-seconds', 'x'], 'ada', 2, /whole number/],
  [
    'an invalid field',
    ({ id }) => ['tasks', 'claim', id, '--lease-seconds', '1'],
    'ada',
    2,
    /--lease-seconds must be/,
  ],
  ['a denied operation', () => ['agents', 'create', '--name', 'Eve'], 'ada', 3, /TEAM_API_KEY_REQUIRED/],
  ['an unknown task', () => ['tasks', 'get', unknownId], 'ada', 5, /NOT_FOUND/],
  ['a conflict', ({ id }) => ['tasks', 'complete', id], 'ada', 4, /TASK_CANCELLED.*\n {2}Take another task/],
  [
    'another version',
    ({ id }) => ['tasks', 'move', id, '--status', 'todo', '--if-match', '"99"'],
    'ada',
    4,
    /PRECOND/,
  ],
])('exits after %s with a code of its own', async (_, args, caller, code, message) => {
  const id = await api().createTask(world.team);
  await api().request('POST', `/api/tasks/${id}/move`, {
    token: world.team.apiKey,
    body: { status: 'cancelled' },
  });
  const result = await (caller === 'ada' ? ada : manager)(args({ id }));
  expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
  expect(result.stderr).toMatch(message);
});

it('takes lists of objects as JSON', async () => {
  const links = [{ url: 'https://example.com/a', title: 'A' }];
  const project = ['--project-id', world.team.projectId, '--json'];
  const created = await manager([
    'tasks',
    'create',
    '--title',
    'x',
    '--links',
    JSON.stringify(links),
    ...project,
  ]);
  expect(JSON.parse(created.stdout)).toMatchObject({ links });
  const { id } = JSON.parse(created.stdout);
  const updated = await manager(['tasks', 'update', id, '--links', '[]', '--json']);
  expect(JSON.parse(updated.stdout)).toMatchObject({ links: [] });
  const tasks = ['One', 'Two'].map((title) => ({ title, projectId: world.team.projectId }));
  const planned = await manager(['tasks', 'create-many', '--tasks', JSON.stringify(tasks), '--json']);
  expect(JSON.parse(planned.stdout)).toMatchObject([{ title: 'One' }, { title: 'Two' }]);
  for (const text of ['{}', '[1]', '['])
    expect(await manager(['tasks', 'create-many', '--tasks', text])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--tasks must be a JSON array of objects.'),
    });
});

it('shows who acts next on the tasks of a list, where that is included', async () => {
  const id = await createTask('Left alone');
  await manager(['tasks', 'move', id, '--status', 'in_progress']);
  const { stdout } = await manager(['tasks', 'list', '--ids', id, '--include', 'next']);
  expect(stdout).toMatch(
    /^id +attempt +title +status +next .*\n\w+ +0 +Left alone +in_progress +person: in_progress_unassigned /,
  );
});

it('says when there is no service', async () => {
  const env = { CREWBOARD_URL: 'http://127.0.0.1:1', CREWBOARD_TOKEN: world.ada.token };
  const { code, stderr } = await runCli(['tasks', 'get', unknownId], { env });
  expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('No response') });
});

it('names the people and agents that tasks are assigned to, and keeps their ids in JSON', async () => {
  const { userId } = await signedIn(api(), world.team.teamId, 'member');
  await api().db.pool.query(`update users set name = 'Nia' where id = $1`, [userId]);
  const ofPerson = await createTask('Call the printer');
  const ofAgent = await createTask('Translate the manual');
  const assigned = await manager(['tasks', 'update', ofPerson, '--assigned-member-id', userId]);
  expect(assigned.stdout).toContain(`assignedMemberId  Nia (${userId})\n`);
  await manager(['tasks', 'update', ofAgent, '--assigned-agent-id', world.ada.id]);
  const list = ['tasks', 'list', '--ids', `${ofPerson},${ofAgent}`];
  const { stdout } = await ada(list);
  expect(stdout).toMatch(/ Call the printer .* Nia /);
  expect(stdout).toMatch(/ Translate the manual .* Ada /);
  expect(stdout).not.toContain(userId);
  expect((await ada([...list, '--fields', 'assignedMemberId'])).stdout).toContain(userId);
  expect(JSON.parse((await ada([...list, '--json'])).stdout)).toContainEqual(
    expect.objectContaining({ id: ofPerson, assignedMemberId: userId }),
  );
});
