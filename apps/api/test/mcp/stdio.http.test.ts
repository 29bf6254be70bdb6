import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useApi } from '../harness.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { createWorld, type World } from '../support/world.ts';
import { modes, textOf } from './support/connect.ts';

const api = useApi();
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

const program = path.join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

/** The client of the SDK, connected over the standard input and output of the program. */
async function connect(mode: (typeof modes)[number], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program, 'mcp'], stderr: 'ignore' as const },
    env: { CREWBOARD_URL: `${api().url}/`, ...env },
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

describe.each(modes)('over standard input and output in mode %s', (mode) => {
  it('a client gets the tools, a task with progress, and errors, and ends a wait that it cancels', async () => {
    const client = await connect(mode, { CREWBOARD_TOKEN: world.ada.token });
    expect((await client.listTools()).tools.length).toBe(19);
    const begun = Promise.withResolvers<void>();
    const claim = { name: 'claim_next_task', arguments: { wait: 30, leaseSeconds: 60 } };
    const result = client.callTool(claim, { onprogress: () => begun.resolve() });
    await begun.promise;
    const taskId = await api().createTask(world.team, { title: 'Über' });
    expect(JSON.parse(textOf(await result))).toMatchObject({ task: { id: taskId, title: 'Über' } });
    const uri = `crewboard://tasks/${taskId}`;
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    await expect(client.readResource({ uri: 'crewboard://tasks/ü' })).rejects.toThrow(/not found/i);

    const cancelled = new AbortController();
    const ended = client.callTool(claim, { signal: cancelled.signal });
    await waitUntilIdle(api(), 1);
    cancelled.abort();
    await expect(ended).rejects.toThrow();
    await waitUntilIdle(api(), 0);
  });
});

it('the error of a wrong token says what to do', async () => {
  await expect(connect('legacy', { CREWBOARD_TOKEN: 'cb_agent_wrong' })).rejects.toThrow(/UNAUTHENTICATED/);
});

it('the error of a service that is down names its address', async () => {
  const env = { CREWBOARD_TOKEN: world.ada.token, CREWBOARD_URL: 'http://127.0.0.1:1' };
  await expect(connect('legacy', env)).rejects.toThrow(/No response from http:\/\/127\.0\.0\.1:1/);
});
