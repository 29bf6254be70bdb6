import { type AttentionReason, attentionReasons } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { type McpCall, maxItemsBytes } from './mcp-call.ts';
import { largeResultOf } from './tool-result.ts';
import { type Tool, toolsByCaller } from './tools.ts';

type Group = { reason: AttentionReason; count: number; tasks: object[] };
type Thing = { reason: string; id: string; failures?: object[] };

/** The result of get_attention as a client reads it. */
async function attention(output: object) {
  const call = {} as McpCall;
  const tool = toolsByCaller.key.get('get_attention') as Tool;
  await largeResultOf(tool, { output, response: {}, args: {}, textOffset: 0, maxBytes: maxItemsBytes }, call);
  const text = call.largeResult?.toString() ?? '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxItemsBytes);
  return JSON.parse(JSON.parse(`"${text}"`)) as { tasks: Group[]; stuck: Thing[]; isCut?: boolean };
}

it('keeps each reason of get_attention with its count and its first items when it cuts a long result', async () => {
  // In the message, a link takes 8 KB.
  const links = Array.from({ length: 4 }, () => ({ url: '\\'.repeat(2_000) }));
  const tasks = attentionReasons.map((reason, index) => ({
    ...{ reason, count: 1_000 - index, isExact: true },
    tasks: Array.from({ length: 20 }, (_, nth) => ({ id: `${reason} ${nth}`, title: 'T', links })),
  }));
  const failures = Array.from({ length: 3 }, () => ({ title: 'T', reason: 'x'.repeat(2_000) }));
  const failing = Array.from({ length: 100 }, (_, nth) => ({
    ...{ reason: 'agent_failing', id: `${nth}`, failures },
  }));
  const stuck = [{ reason: 'no_working_agent' }, ...failing, { reason: 'webhook_disabled', id: 'last' }];
  const read = await attention({ tasks, stuck });
  expect(read.isCut).toBe(true);
  expect(read.tasks.map(({ reason, count }) => [reason, count])).toEqual(
    tasks.map(({ reason, count }) => [reason, count]),
  );
  for (const { reason, tasks } of read.tasks) expect(tasks[0]).toMatchObject({ id: `${reason} 0` });
  expect([...new Set(read.stuck.map(({ reason }) => reason))]).toEqual([
    'no_working_agent',
    'agent_failing',
    'webhook_disabled',
  ]);
  expect(read.stuck[1]).toMatchObject({ id: '0' });
});
