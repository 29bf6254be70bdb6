import { expect, test } from 'vitest';
import { tokenCommands } from './token-commands.ts';

const commands = tokenCommands({
  apiUrl: 'https://board.example',
  teamId: 'TEAM',
  agentId: 'AGENT',
  token: 'cb_agent_secret',
});

test('contain the token only in the environment variable', () => {
  expect(commands.filter(({ text }) => text.includes('cb_agent_secret')).map(({ secret }) => secret)).toEqual(
    [true],
  );
});

test('list the tasks of this agent with curl', () => {
  expect(commands[1]?.text).toContain('/api/teams/TEAM/tasks?agentId=AGENT');
});
