import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { toWord } from '../src/command-spec.ts';
import { commands } from '../src/generated/commands.ts';
import { runCli } from './support/run-cli.ts';

const run = promisify(execFile);

it.each([
  { args: [], shows: /^Usage: crewboard [\s\S]*\n {2}tasks +List, create/ },
  { args: ['tasks'], shows: /^Usage: crewboard tasks [\s\S]*\n {2}claim-next .*Claim the next task/ },
])('$args without a command shows the help, as a usage error', async ({ args, shows }) => {
  const result = await runCli(args);
  expect(result).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(shows) });
});

it.each([
  { args: ['help'], shows: /^Usage: crewboard \[/ },
  { args: ['help', 'tasks'], shows: /^Usage: crewboard tasks \[/ },
  { args: ['help', 'tasks', 'create'], shows: /^Usage: crewboard tasks create / },
  { args: ['tasks', 'help', 'create'], shows: /^Usage: crewboard tasks create / },
])('$args shows the help of the command', async ({ args, shows }) => {
  expect(await runCli(args)).toEqual({ code: 0, stdout: expect.stringMatching(shows), stderr: '' });
});

it.each([
  { args: ['help', 'nope'], message: "unknown command 'nope'" },
  { args: ['help', 'taks'], message: "unknown command 'taks'\n(Did you mean tasks?)" },
  { args: ['help', 'tasks', 'lst'], message: "unknown command 'lst'\n(Did you mean list?)" },
  { args: ['tasks', 'help', 'lst'], message: "unknown command 'lst'\n(Did you mean list?)" },
])('$args names the unknown command', async ({ args, message }) => {
  expect(await runCli(args)).toEqual({ code: 2, stdout: '', stderr: `crewboard: ${message}\n` });
});

const commandsWithHelp = commands.map(({ id }) => id.split('.').map(toWord));

it.each(commandsWithHelp)(
  'the help of %s %s names no headers, statuses and fields of requests',
  async (...words) => {
    const { stdout } = await runCli([...words, '--help']);
    expect(stdout).not.toMatch(/X-Next-Cursor|Last-Event-ID|\b(200|204|401|409)\b|`[a-z]+[A-Z]\w*`|\["/);
  },
);

/** The words of a line as a shell passes them on. */
const wordsOf = async (line: string): Promise<string[]> =>
  (await run('bash', ['-c', `printf '%s\\0' ${line}`])).stdout.split('\0').slice(0, -1);

const examples = commands.flatMap(({ id, examples = [] }) =>
  examples.map((example) => `${id.split('.').map(toWord).join(' ')} ${example}`),
);

it.each(examples)('the example in the help is accepted: crewboard %s', async (example) => {
  const { code, stderr } = await runCli(await wordsOf(example), { env: { XDG_CONFIG_HOME: '/nowhere' } });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('There is no token') });
});

it('the help of claim-next says what --complete holds, and shows it', async () => {
  const { stdout } = await runCli(['tasks', 'claim-next', '--help']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('A JSON object with taskId (required), result, attempt.');
  expect(stdout).toContain(`--complete '{"taskId":"TASK_ID","attempt":1,"result":"Hello!"}'`);
});
