import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { allOperations } from '@crewboard/contracts';
import { createClient, operations } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { toWord } from '../src/command-spec.ts';
import { createProgram } from '../src/program.ts';
import { runCli } from './support/run-cli.ts';

const client = createClient({ url: 'http://127.0.0.1:1', token: 'x' }) as unknown as Record<
  string,
  Record<string, unknown>
>;

/** A stream has a method and a command of its own. */
const streamed: Record<string, string> = { 'events.follow': 'watch' };

/** Only the dashboard calls these, over tRPC: they have no REST route. */
const isOfDashboard = (id: string) =>
  allOperations.some((operation) => operation.id === id && !operation.rest) && !streamed[id];

function helpOf(words: string[]): string | undefined {
  let command = createProgram(process);
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return undefined;
    command = next;
  }
  return command.helpInformation();
}

it.each(allOperations.map(({ id }) => id))(
  '%s has a method and a command, or is of the dashboard alone',
  (id) => {
    const [area = '', name = ''] = id.split('.');
    const help = helpOf(streamed[id]?.split(' ') ?? [toWord(area), toWord(name)]);
    expect({ method: typeof client[area]?.[name], command: help !== undefined }).toEqual(
      isOfDashboard(id) ? { method: 'undefined', command: false } : { method: 'function', command: true },
    );
  },
);

it('the help of an area names each of its operations', () => {
  for (const id of Object.keys(operations)) {
    const [area = '', name = ''] = id.split('.');
    expect(helpOf([toWord(area)])).toMatch(new RegExp(`^ {2}${toWord(name)} .*\\w`, 'm'));
  }
});

it('each command shows how it is called', async () => {
  for (const id of Object.keys(operations)) {
    const words = id.split('.').map(toWord);
    const { stdout } = await runCli([...words, '--help']);
    expect(stdout).toContain(`$ crewboard ${words.join(' ')}`);
  }
});

const run = promisify(execFile);

/** The words that bash offers at the end of a line. */
async function completeInBash(script: string, line: string): Promise<string[]> {
  const words = line
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' ');
  const ask = `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _crewboard; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', `${script}\n${ask}`]);
  return stdout.trim().split(' ');
}

it('bash completes commands, flags and their values', async () => {
  const { stdout } = await runCli(['completion', 'bash']);
  const complete = (line: string) => completeInBash(stdout, line);
  expect(await complete('crewboard ta')).toEqual(['tasks']);
  expect(await complete('crewboard tasks claim')).toEqual(['claim', 'claim-next']);
  expect(await complete('crewboard tasks move tasks --st')).toEqual(['--status']);
  expect(await complete('crewboard tasks move x --status ')).toEqual([
    'todo',
    'in_progress',
    'done',
    'cancelled',
  ]);
  expect(await complete('crewboard work -- ta')).toEqual(['']);
});
