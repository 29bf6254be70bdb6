import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, unknownId, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, startCli, useFolder } from './support/run-cli.ts';

const api = useApi();
const folder = useFolder();
let world: World;
let website: string;

const stored = (...args: string[]) => runCli(args, { env: { XDG_CONFIG_HOME: folder } });
const given = (env: Record<string, string>, ...args: string[]) =>
  runCli(args, { env: { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.ada.token, ...env } });
const login = (...args: string[]) => stored('login', '--url', api().url, '--token', world.ada.token, ...args);
const listed = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout).map(({ title }: { title: string }) => title);

beforeAll(async () => {
  world = await createWorld(api());
  const { stdout } = await given(
    { CREWBOARD_TOKEN: world.team.apiKey },
    ...['projects', 'create', '--name', 'Website', '--json'],
  );
  website = JSON.parse(stdout).id;
  await api().createTask(world.team, { title: 'General task' });
  await given({}, 'tasks', 'create', '--title', 'Website task', '--project-id', website);
});
beforeEach(() => login());

it('projects use stores the project that single calls then take', async () => {
  expect((await stored('tasks', 'create', '--title', 'x')).stderr).toMatch(
    /missing --project-id.*\n.*`crewboard projects use PROJECT_ID` sets a default/,
  );
  expect(await stored('projects', 'use', website)).toEqual({
    code: 0,
    stdout: '',
    stderr: `The default project is Website (${website}).\n`,
  });
  expect((await stored('whoami')).stdout).toBe(`Agent Ada of the team Team\nDefault project ${website}\n`);
  const created = await stored('tasks', 'create', '--title', 'Without a flag', '--json');
  expect(JSON.parse(created.stdout)).toMatchObject({ projectId: website });
  expect(listed(await stored('tasks', 'list', '--json'))).toEqual(['Without a flag', 'Website task']);
  expect(listed(await stored('tasks', 'list', '--project-id', 'all', '--json'))).toContain('General task');
  const other = await stored('tasks', 'list', '--project-id', world.team.projectId, '--json');
  expect(listed(other)).toEqual(['General task']);

  expect(await stored('projects', 'use', 'none')).toMatchObject({ code: 0 });
  expect(listed(await stored('tasks', 'list', '--json'))).toHaveLength(3);
});

it('claim-next takes tasks of the default project, and names it when there is none', async () => {
  await stored('projects', 'use', website);
  const claim = (...flags: string[]) => stored('tasks', 'claim-next', '--json', ...flags);
  for (const title of ['Website task', 'Without a flag'])
    expect(JSON.parse((await claim()).stdout)).toMatchObject({ title });
  expect(await claim()).toEqual({
    code: 7,
    stdout: 'null\n',
    stderr: `crewboard: There is no task to claim in the project ${website}.\n`,
  });
  expect(JSON.parse((await claim('--project-id', 'all')).stdout)).toMatchObject({ title: 'General task' });
});

it('login --project stores one that exists, and a new login has none', async () => {
  expect((await login('--project', website)).stderr).toContain(
    'of the team Team, default project Website. Stored',
  );
  const read = () => JSON.parse(readFileSync(path.join(folder, 'crewboard/config.json'), 'utf8'));
  expect(read()).toMatchObject({ projectId: website });
  expect(await login('--project', unknownId)).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^crewboard: Your team has no project .*\n {2}`crewboard projects list`/),
  });
  expect(read()).toMatchObject({ projectId: website });
  await login();
  expect(read()).not.toHaveProperty('projectId');
});

it('CREWBOARD_PROJECT takes precedence over the stored one, and an empty one is none', async () => {
  await stored('projects', 'use', website);
  const list = (CREWBOARD_PROJECT: string) =>
    runCli(['tasks', 'list', '--json'], { env: { XDG_CONFIG_HOME: folder, CREWBOARD_PROJECT } });
  expect(listed(await list(world.team.projectId))).toEqual(['General task']);
  expect(listed(await list(''))).toHaveLength(3);
});

it('a stored project is not used with the token of CREWBOARD_TOKEN, which may be of another team', async () => {
  await stored('projects', 'use', website);
  expect(listed(await given({ XDG_CONFIG_HOME: folder }, 'tasks', 'list', '--json'))).toHaveLength(3);
  expect(await given({ XDG_CONFIG_HOME: folder }, 'projects', 'use', website)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Set CREWBOARD_PROJECT instead.'),
  });
});

it('names the default project where the service rejects it, or it has no tasks', async () => {
  expect(await given({ CREWBOARD_PROJECT: unknownId }, 'tasks', 'list')).toEqual({
    code: 0,
    stdout: '',
    stderr: `There is nothing in the default project ${unknownId}: try --project-id all.\n`,
  });
  const create = ['tasks', 'create', '--title', 'x'];
  expect(await given({ CREWBOARD_PROJECT: unknownId }, ...create)).toMatchObject({
    code: 2,
    stderr:
      'crewboard: VALIDATION_ERROR: the default project must be the id of a project of this team that is not archived.\n',
  });
});

it('an update does not move a task to the default project', async () => {
  const id = await api().createTask(world.team);
  const { stdout } = await given(
    { CREWBOARD_PROJECT: website },
    'tasks',
    'update',
    id,
    '--title',
    'x',
    '--json',
  );
  expect(JSON.parse(stdout)).toMatchObject({ projectId: world.team.projectId });
});

it('work takes tasks of the default project alone, and says so', async () => {
  await api().createTask(world.team, { title: 'Elsewhere' });
  const args = ['tasks', 'create', '--title', 'Here', '--project-id', website];
  await given({}, ...args);
  const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.ada.token, CREWBOARD_PROJECT: website };
  const { code, stderr } = await startCli(['work', '--once', '--', 'true'], { env }).ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/^tasks of the default project Website only: --project all for every project\n/);
  expect(stderr).toMatch(/completed \w+ Here\n$/);
  const all = startCli(['work', '--once', '--project', 'all', '--', 'true'], { env });
  expect((await all.ended).stderr).toMatch(/^claimed /);
});

it('work does not wait for tasks of an archived project, which is no default project either', async () => {
  const manager = { CREWBOARD_TOKEN: world.team.apiKey };
  const created = await given(manager, 'projects', 'create', '--name', 'Old', '--json');
  const { id } = JSON.parse(created.stdout);
  await given(manager, 'projects', 'archive', id);
  for (const run of [
    () => given({}, 'work', '--project', id, '--', 'true'),
    () => stored('projects', 'use', id),
  ])
    expect(await run()).toMatchObject({
      code: 4,
      stderr: `crewboard: The project Old is archived: none of its tasks can be done.\n  \`crewboard projects restore ${id}\` takes it back.\n`,
    });
});

it('work does not wait for tasks of a project that does not exist', async () => {
  const { code, stderr } = await given({}, 'work', '--project', unknownId, '--', 'true');
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('Your team has no project') });
});
