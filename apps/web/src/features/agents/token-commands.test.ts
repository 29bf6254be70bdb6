import { expect, test } from 'vitest';
import { tokenCommands } from './token-commands.ts';

const commands = tokenCommands({
  apiUrl: 'https://board.example',
  teamId: 'TEAM',
  agentId: 'AGENT',
  token: 'cb_agent_secret',
});

test('puts the token only into the environment', () => {
  expect(commands.filter(({ text }) => text.includes('cb_agent_secret')).map(({ secret }) => secret)).toEqual(
    [true],
  );
});

test('the curl line lists the tasks of this agent', () => {
  expect(commands[1]?.text).toContain('/api/teams/TEAM/tasks?agentId=AGENT');
});
