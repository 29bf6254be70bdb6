import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimTokens } from '../../src/docs/claim-tokens.ts';
import { useApi } from '../harness.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
const program = path.join(import.meta.dirname, '../../../../packages/cli/src/main.ts');
const maxTokens = 300;
/** The tokens of a text whose ids are all this one: each id has 15 to 24, 20 on average. */
const countTokens = (text: string) => encode(text.replaceAll(idPattern, 'cmwt9bd9l0ffg6g7dql439yqs')).length;
const idPattern = /\bc[a-z0-9]{24}\b/g;
const fields = 'id,attempt,title,description';
const task = {
  title: 'Fix the second page of list 7',
  description:
    'The second page of the list is empty when a filter is set. Find out why, and add a test that fails without the fix.',
};

type Complete = { taskId: string | undefined; attempt: number; result: string };
type Claim = { leaseSeconds: number; complete?: Complete };

let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const overRest = (query: string, prefer?: string) => async (body: Claim) => {
  const { team, ada } = world;
  const headers: Record<string, string> = prefer ? { Prefer: prefer } : {};
  const url = `/api/teams/${team.teamId}/tasks/claim-next${query}`;
  return (await api().request('POST', url, { token: ada.token, body, headers })).text;
};

async function overMcp(args: Claim): Promise<string> {
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-11-25',
  };
  const params = { name: 'claim_next_task', arguments: args };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { text } = await api().request('POST', '/mcp', { token: world.ada.token, body, headers });
  expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
  // The data of an event.
  return JSON.parse(text.slice(text.indexOf('{'))).result.content[0].text;
}

const inTerminal =
  (...flags: string[]) =>
  async (claim: Claim) => {
    const args = ['tasks', 'claim-next', ...flags, '--json-input', JSON.stringify(claim)];
    const env = { ...process.env, CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.ada.token };
    const run = promisify(execFile)(process.execPath, [program, ...args], { env });
    // The last call of the loop finds no task.
    const { stdout, stderr } = await run.catch((error) => {
      if (error.code !== 7) throw error;
      return error;
    });
    return stdout + stderr;
  };

describe('a task in a steady loop costs at most 300 tokens of responses, about as many as the documents say', () => {
  it.each([
    ['over REST', overRest(''), claimTokens.whole],
    ['over REST with Prefer: return=minimal', overRest('', 'return=minimal'), claimTokens.minimal],
    ['over REST with fields', overRest(`?fields=${fields}`), claimTokens.fields],
    ['over MCP', overMcp, claimTokens.mcp],
    ['in a terminal', inTerminal(), 220],
    ['in a terminal with --json --minimal', inTerminal('--json', '--minimal'), claimTokens.terminal],
  ])('%s', async (_transport, claim, stated) => {
    for (let index = 0; index < 2; index += 1) await api().createTask(world.team, task);
    const idIn = (text: string) => text.match(idPattern)?.[0];
    const complete = { attempt: 1, result: 'Done' };
    const first = await claim({ leaseSeconds: 600 });
    const second = await claim({ leaseSeconds: 600, complete: { taskId: idIn(first), ...complete } });
    expect(second).toContain(task.description);
    const tokens = countTokens(second);
    expect(tokens).toBeGreaterThanOrEqual(0.9 * stated);
    expect(tokens).toBeLessThanOrEqual(Math.min(1.1 * stated, maxTokens));
    await claim({ leaseSeconds: 600, complete: { taskId: idIn(second), ...complete } });
  });
});
