import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';

const api = useApi();
const run = promisify(execFile);
const client = path.join(import.meta.dirname, '../generated-client');
const root = path.join(client, '../../../..');

it('a client with types of openapi-typescript compiles, and completes a task', async () => {
  const generate = path.join(client, 'node_modules/.bin/openapi-typescript');
  await run(generate, [path.join(root, 'openapi.json'), '-o', path.join(client, 'generated/openapi.ts')]);
  const compiled = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', client]).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe('');

  const team = await api().createTeam('Generated');
  const { token } = await api().createAgent(team);
  const program = path.join(client, 'task-life.ts');
  const { stdout } = await run(process.execPath, [program, api().url, team.apiKey, token]);
  const { me, created, ...received } = JSON.parse(stdout);
  expect(received).toMatchObject({
    listed: [created],
    claimed: { id: created.id, status: 'in_progress', assignedAgentId: me.agent.id },
    conflict: { code: 'TASK_ALREADY_CLAIMED', heldByCaller: true },
    invalid: { code: 'VALIDATION_ERROR', errors: [{ path: 'status' }] },
    done: { status: 'done', result: '42' },
    claimable: [created],
    described: ['task.created', 'todo → in_progress', 'Generated: Working', 'Generated: 42'],
    eventTypes: ['task.completed', 'task.claimed'],
  });
});
