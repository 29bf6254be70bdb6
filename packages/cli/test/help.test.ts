import { expect, it } from 'vitest';
import { runCli } from './support/run-cli.ts';

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
