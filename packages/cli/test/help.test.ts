import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { toWord } from '../src/command-spec.ts';
import { exitCodes } from '../src/exit-codes.ts';
import { commands } from '../src/generated/commands.ts';
import { runCli } from './support/run-cli.ts';

const run = promisify(execFile);

it.each([
  { args: [], shows: /^Usage: crewboard <command> [\s\S]*\n {2}tasks +List, create/ },
  { args: ['tasks'], shows: /^Usage: crewboard tasks [\s\S]*\n {2}claim-next .*Claim the next task/ },
])('$args without a command shows the help, as a usage error', async ({ args, shows }) => {
  const result = await runCli(args);
  expect(result).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(shows) });
});

it.each([
  { args: ['help'], shows: /^Usage: crewboard </ },
  { args: ['help', 'tasks'], shows: /^Usage: crewboard tasks </ },
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

/** The names of the commands below each heading. */
function groupsOf(helpText: string): Record<string, string[]> {
  const sections = helpText.split(/\n\n/).filter((section) => /^\w+ commands:\n/.test(section));
  return Object.fromEntries(
    sections.map((section) => {
      const [heading = '', ...lines] = section.trimEnd().split('\n');
      return [heading, lines.map((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? `wrapped: ${line}`)];
    }),
  );
}

it('the help groups the commands, with one line for each', async () => {
  expect(groupsOf((await runCli(['--help'])).stdout)).toEqual({
    'Core commands:': ['tasks', 'comments', 'projects', 'work', 'watch'],
    'Team commands:': ['agents', 'teams', 'members', 'attention', 'events', 'webhooks'],
    'Setup commands:': ['login', 'logout', 'whoami', 'mcp', 'completion', 'help'],
  });
  // The name of a command is not its summary.
  expect((await runCli(['--help'])).stdout).not.toMatch(/^ {2}(\w+) +\1$/m);
  expect(groupsOf((await runCli(['projects', '--help'])).stdout)).toEqual({
    'General commands:': ['list', 'create', 'help'],
    'Targeted commands:': ['get', 'update', 'pause', 'resume', 'archive', 'restore', 'use'],
  });
});

it('the help, docs/cli.md and the codes themselves agree', async () => {
  const { stdout } = await runCli(['--help']);
  const documented = readFileSync(path.join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
  for (const code of Object.values(exitCodes)) {
    expect(stdout).toMatch(new RegExp(`[ ,]${code} [a-z]`));
    expect(documented).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  }
});

const commandsWithHelp = commands.map(({ id }) => id.split('.').map(toWord));

it.each(commandsWithHelp)(
  'the help of %s %s names no headers, statuses and fields of requests',
  async (...words) => {
    const { stdout } = await runCli([...words, '--help']);
    expect(stdout).not.toMatch(/X-Next-Cursor|Last-Event-ID|\b(200|204|401|409)\b|`[a-z]+[A-Z]\w*`|\["/);
  },
);

/** The words of a line as a shell passes them on, without standard input. */
const wordsOf = async (line: string): Promise<string[]> =>
  (await run('bash', ['-c', `printf '%s\\0' ${line.replace(/ < .*/, '')}`])).stdout.split('\0').slice(0, -1);

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
