import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { signedIn, webToken } from '../log/support/people.ts';
import { settle } from '../log/support/settle.ts';
import { createWorld, type World } from '../support/world.ts';
import { connect } from './support/connect.ts';
import { post } from './support/messages.ts';

const api = useApi();

/** The objects in a value, at any depth, of which a field is this text. */
function holdersOf(text: string, value: unknown): object[] {
  if (value === null || typeof value !== 'object') return [];
  const values = Object.values(value);
  const inner = values.flatMap((one) => holdersOf(text, one));
  return values.includes(text) ? [value, ...inner] : inner;
}

/** A member with a task, on which she has commented. */
async function createNia({ team }: World) {
  const who = await signedIn(api(), team.teamId, 'member');
  await api().db.pool.query(`update users set name = 'Nia' where id = $1`, [who.userId]);
  const taskId = await api().createTask(team, { assignedMemberId: who.userId });
  const token = await webToken(who);
  await api().request('POST', '/trpc/comments.create', { token, body: { taskId, body: 'I begin today' } });
  return { ...who, taskId };
}

it.each(['agent', 'key'])('names each person whose id is in a result of a tool: %s', async (kind) => {
  const world = await createWorld(api());
  const { userId, email, taskId } = await createNia(world);
  const { client, call } = await connect(api(), kind === 'key' ? world.team.apiKey : world.ada.token);
  const args: Record<string, object> = {
    ...{ get_task: { taskId }, list_comments: { taskId }, list_task_attempts: { taskId } },
    ...{ wait_for_tasks: { ids: [taskId] }, list_events: { limit: 100 } },
  };
  const found: string[] = [];
  await settle(api());
  for (const { name, annotations } of (await client.listTools()).tools) {
    if (!annotations?.readOnlyHint) continue;
    const result = await call(name, { ...args[name] });
    const holders = holdersOf(userId, result);
    if (holders.length > 0) found.push(name);
    for (const holder of holders) expect(Object.values(holder), name).toContain('Nia');
    expect(JSON.stringify(result), name).not.toContain(email);
  }
  expect(found.toSorted()).toEqual([
    ...['get_task', 'list_comments', 'list_events'],
    ...(kind === 'key' ? ['list_members'] : []),
    ...['list_tasks', 'wait_for_tasks'],
  ]);
  const read = {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: `crewboard://tasks/${taskId}` },
  };
  const { text } = await post(api(), { token: world.ada.token, body: read });
  expect(text).toContain('\\"assignedMember\\":\\"Nia\\"');
});

it('a name costs a model at most 8 tokens', async () => {
  const world = await createWorld(api());
  await createNia(world);
  const { call } = await connect(api(), world.ada.token);
  const { items } = await call<{ items: { assignedMember: string }[] }>('list_tasks');
  const tokensIn = (value: unknown) => encode(JSON.stringify(value)).length;
  const [item] = items;
  const { assignedMember, ...unnamed } = { assignedMember: '', ...item };
  expect(assignedMember).toBe('Nia');
  expect(tokensIn(item) - tokensIn(unnamed)).toBeLessThanOrEqual(8);
});
