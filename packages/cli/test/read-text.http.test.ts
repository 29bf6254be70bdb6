import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, startCli, useFolder } from './support/run-cli.ts';

const api = useApi();
const folder = useFolder();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const asAda = () => ({ CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.ada.token });
const ada = (args: string[], input?: string | Buffer) => runCli(args, { env: asAda(), input });

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const report = '# Report\n\n@ada: done - "all" of it, 100 %\n';

it('tasks complete --result reads the standard input of a process', async () => {
  const id = await api().createTask(world.team);
  const args = ['tasks', 'complete', id, '--result', '-', '--json'];
  const { code, stdout, stderr } = await startCli(args, { env: asAda(), input: report }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'done', result: report.trimEnd() });
});

it.each([
  { source: 'standard input, spelled as a file', value: () => '@-' },
  { source: 'a file', value: () => `@${write('report.md', report)}` },
])('tasks complete --result reads $source', async ({ value }) => {
  const id = await api().createTask(world.team);
  const { code, stdout, stderr } = await ada(
    ['tasks', 'complete', id, '--result', value(), '--json'],
    report,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'done', result: report.trimEnd() });
});

it('reads descriptions, comments and reasons in the same way', async () => {
  const create = ['tasks', 'create', '--title', 'x', '--project-id', world.team.projectId, '--json'];
  const { stdout } = await ada([...create, '--description', `@${write('task.md', report)}`]);
  const { id, description } = JSON.parse(stdout);
  expect(description).toBe(report.trimEnd());
  const comment = await ada(['tasks', 'comment', id, '--body', '-', '--json'], report);
  expect(JSON.parse(comment.stdout).body).toBe(report.trimEnd());
  await ada(['tasks', 'claim', id]);
  expect((await ada(['tasks', 'release', id, '--reason', '-'], 'No disk\n')).code).toBe(0);
  expect((await ada(['tasks', 'attempts', id])).stdout).toContain('No disk');
});

it('@@ stands for an @ at the beginning, and other texts are as they are', async () => {
  const id = await api().createTask(world.team);
  for (const [value, body] of [
    ['@@ada: please look', '@ada: please look'],
    ['-- done @noon', '-- done @noon'],
  ] as const) {
    const { stdout } = await ada(['tasks', 'comment', id, '--body', value, '--json']);
    expect(JSON.parse(stdout).body).toBe(body);
  }
});

it('--json-input reads a file, whose texts are as they are', async () => {
  const id = await api().createTask(world.team);
  const file = write('input.json', JSON.stringify({ result: '@file' }));
  const { stdout } = await ada(['tasks', 'complete', id, '--json-input', `@${file}`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ result: '@file' });
});

it.each(['a file', 'standard input'])(
  'tasks create-many reads a plan of more than 512 KiB from %s',
  async (source) => {
    const { projectId } = world.team;
    const plan = Array.from({ length: 6 }, (_, index) => ({
      ...{ ref: `r${index}`, title: `Task ${index}`, projectId, description: 'x'.repeat(100_000) },
      blockedBy: index > 0 ? [`ref:r${index - 1}`] : [],
    }));
    const text = JSON.stringify(plan);
    const value = source === 'a file' ? `@${write('plan.json', text)}` : '-';
    const { code, stdout, stderr } = await ada(
      ['tasks', 'create-many', '--tasks', value, '--json', '--fields', 'title'],
      text,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(plan.map(({ title }) => ({ title })));
  },
);

const hint = /\n {2}For a text that begins with @, write '@@/;

it.each<[string, () => string, RegExp, (string | Buffer)?]>([
  ['a file that does not exist', () => '@nope.md', /--result: cannot read nope\.md: ENOENT/],
  ['a folder', () => `@${folder}`, /cannot read \/.*: EISDIR/],
  ['an endless file', () => '@/dev/zero', /cannot read \/dev\/zero: more than 100,000 characters/],
  ['no text', () => `@${write('picture.png', Buffer.from([0x89, 0x50, 0xff]))}`, /it is not UTF-8 text/],
  ['a text that is too long', () => '-', /read standard input: more than 100,000 char/, 'x'.repeat(100_001)],
  ['standard input that is too long', () => '-', /more than 100,000 characters/, Buffer.alloc(400_001, 'x')],
])('%s is a usage error that says what to do', async (_, value, message, input) => {
  const id = await api().createTask(world.team);
  const { code, stdout, stderr } = await ada(['tasks', 'complete', id, '--result', value()], input);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  if (value() !== '-') expect(stderr).toMatch(hint);
  expect((await ada(['tasks', 'get', id])).stdout).toMatch(/^status +todo$/m);
});

it('accepts a text of 100,000 characters of 4 bytes each', async () => {
  const id = await api().createTask(world.team);
  const result = '🦊'.repeat(100_000);
  const { code } = await ada(['tasks', 'complete', id, '--result', '-'], result);
  expect(code).toBe(0);
});

it('one flag alone can read standard input', async () => {
  const id = await api().createTask(world.team);
  expect(await ada(['tasks', 'complete', id, '--result', '-', '--json-input', '-'], '{}')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'crewboard: Only one of --result and --json-input can read standard input.\n',
  });
});
