import { describe, expect, it } from 'vitest';
import { type TestApi, type TestTeam, useApi } from '../harness.ts';
import { createWorld } from '../support/world.ts';
import { connect, modes } from './support/connect.ts';
import { insertTasks } from './support/insert-tasks.ts';
import { post, toolCall } from './support/messages.ts';
import { readWhole } from './support/parts.ts';

const api = useApi();
/** Less than a result of one cut text. */
const narrow = useApi({ bounds: { unsent: { perTeamBytes: 50_000 } } });

const KiB = 1_024;
const maxFrameBytes = 256 * KiB;
/** The longest as JSON, one whose backslashes are escaped again, one of four bytes, and a plain one. */
const characters = ['\u0001', '"', '🦊', 'x'];

/** Calls tools of one credential, and keeps the size of the largest message that it got. */
function measuredCalls(on: TestApi, token: string) {
  const measured = { largest: 0 };
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { text, status } = await post(on, { token, body: toolCall(name, args) });
    expect(status, text).toBe(200);
    measured.largest = Math.max(measured.largest, Buffer.byteLength(text));
    const { result } = JSON.parse(text.slice(text.indexOf('{')));
    expect(result.isError, text).toBeFalsy();
    return JSON.parse(result.content[0].text);
  };
  return { measured, call };
}

describe('a result is at most 256 KiB as sent', () => {
  it.each(characters)('and all comments of %j are read through cursors and offsets', async (character) => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    const bodies = Array.from({ length: 12 }, (_, index) => `${index}${character.repeat(9_990)}`);
    const write = (body: string) =>
      api().request('POST', `/api/tasks/${taskId}/comments`, { token: ada.token, body: { body } });
    for (const body of bodies) await write(body);
    const { measured, call } = measuredCalls(api(), ada.token);
    const read: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { items, nextCursor } = await call('list_comments', { taskId, limit: 100, cursor });
      for (const item of items) read.push(await readWhole(call, item, 'body'));
      cursor = nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(read).toEqual(bodies);
    expect(pages).toBeGreaterThan(character === 'x' ? 0 : 1);
    expect(measured.largest).toBeLessThanOrEqual(maxFrameBytes);
  });

  it.each(characters)('and get_task reads the longest texts of %j to their ends', async (character) => {
    const { team, ada } = await createWorld(api());
    const description = `${character.repeat(99_999)}.`;
    const taskId = await api().createTask(team, { description });
    const { measured, call } = measuredCalls(api(), ada.token);
    const { task } = await call('claim_next_task');
    expect(task.descriptionRest).toMatch(/^\d+ of 100000 characters\. The rest: get_task \{"taskId":/);
    expect(await readWhole(call, task, 'description')).toBe(description);
    const result = `.${character.repeat(99_999)}`;
    await api().request('POST', `/api/tasks/${taskId}/complete`, { token: ada.token, body: { result } });
    const done = await call('get_task', { taskId });
    expect(await readWhole(call, done, 'description')).toBe(description);
    expect(await readWhole(call, done, 'result')).toBe(result);
    expect(measured.largest).toBeLessThanOrEqual(maxFrameBytes);
    const resource = { jsonrpc: '2.0', id: 1, method: 'resources/read' };
    const params = { uri: `crewboard://tasks/${taskId}` };
    const { text } = await post(api(), { token: ada.token, body: { ...resource, params } });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxFrameBytes);
    expect(text).toContain('descriptionRest');
  });

  it('also with the longest id of a message, a full page and the notices of a heartbeat', async () => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    const { call } = measuredCalls(api(), ada.token);
    await call('claim_task', { taskId });
    for (let count = 0; count < 30; count += 1) {
      const body = { body: `${count}${'\u0001'.repeat(1_400)}` };
      await api().request('POST', `/api/tasks/${taskId}/comments`, { token: team.apiKey, body });
    }
    const body = toolCall('list_comments', { taskId, limit: 100 }, 'i'.repeat(16_000));
    const { text, status } = await post(api(), { token: ada.token, body });
    expect(status, text).toBe(200);
    expect(text).toContain('\\"notices\\"');
    expect(text).toContain('\\"nextCursor\\"');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxFrameBytes);
  });

  it('also with the longest id of a message, and 100 titles of quotes', async () => {
    const { team, ada } = await createWorld(api());
    await insertTasks(api(), team, 100, '"'.repeat(500));
    const id = 'i'.repeat(16_000);
    const { text } = await post(api(), {
      token: ada.token,
      body: toolCall('list_tasks', { limit: 100 }, id),
    });
    expect(text).toContain(id);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxFrameBytes);
    const longer = toolCall('list_tasks', { limit: 100 }, '漢'.repeat(16_000));
    expect((await post(api(), { token: ada.token, body: longer })).status).toBe(400);
  });
});

it('a text of 64 KiB as sent is whole, and one of a character more is cut', async () => {
  const { team, ada } = await createWorld(api());
  const { call } = measuredCalls(api(), ada.token);
  const whole = await api().createTask(team, { description: 'x'.repeat(64 * KiB) });
  expect(await call('get_task', { taskId: whole })).not.toHaveProperty('descriptionRest');
  const cut = await api().createTask(team, { description: 'x'.repeat(64 * KiB + 1) });
  expect(await call('get_task', { taskId: cut })).toHaveProperty('descriptionRest');
});

it.each([-1, 1.5, '1', null])(
  'the offset %j in a text is an error that says what it must be',
  async (textOffset) => {
    const { team, ada } = await createWorld(api());
    const { fail } = await connect(api(), ada.token);
    expect(await fail('get_task', { taskId: await api().createTask(team), textOffset })).toEqual({
      code: 'VALIDATION_ERROR',
      detail: 'textOffset must be a whole number from 0.',
    });
  },
);

describe.each(modes)('in mode %s', (mode) => {
  it('a tool has a schema of its result, or the result may exceed 16 KiB and is text alone, once', async () => {
    const { team, ada } = await createWorld(api());
    const { client } = await connect(api(), ada.token, mode);
    const texts = { title: '🦊'.repeat(500), description: '"'.repeat(2_000) };
    const first = await api().createTask(team, texts);
    const args: Record<string, Record<string, unknown>> = {
      update_task: { taskId: first, ...texts },
      create_task: { projectId: team.projectId, ...texts },
      heartbeat_task: { taskId: first },
      comment_on_task: { taskId: first, body: texts.description },
      move_task: { taskId: first, status: 'in_progress' },
      release_task: { taskId: first },
      complete_task: { taskId: first, result: texts.description },
    };
    const { tools } = await client.listTools();
    await client.callTool({ name: 'claim_task', arguments: { taskId: first } });
    for (const { name, outputSchema } of tools) {
      const isLarge = /^(get|list|claim|wait_for)_|^create_tasks$/.test(name);
      expect(outputSchema === undefined, name).toBe(isLarge);
    }
    for (const [name, fields] of Object.entries(args)) {
      const result = await client.callTool({ name, arguments: fields });
      expect(result.structuredContent, JSON.stringify(result)).toBeDefined();
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(16 * KiB);
      if (name === 'release_task')
        await client.callTool({ name: 'claim_task', arguments: { taskId: first } });
    }
    for (const name of ['get_task', 'list_comments', 'list_events', 'list_tasks', 'get_me']) {
      const ofTask = /^(get_task|list_comments)$/.test(name);
      const result = await client.callTool({ name, arguments: ofTask ? { taskId: first } : {} });
      expect(result.isError, name).toBeFalsy();
      expect(result).not.toHaveProperty('structuredContent');
    }
  });
});

it('what waits for a person has shorter lists where it would be too long', async () => {
  const { team } = await createWorld(api());
  const links = Array.from({ length: 4 }, (_, index) => ({
    url: `https://a.example/${'x'.repeat(1_900)}${index}`,
  }));
  const move = { token: team.apiKey, body: { status: 'in_progress' } };
  const { measured, call } = measuredCalls(api(), team.apiKey);
  await api().request('POST', `/api/tasks/${await api().createTask(team, { links })}/move`, move);
  expect(await call('get_attention')).not.toHaveProperty('isCut');
  const blocker = await api().createTask(team);
  await api().request('POST', `/api/tasks/${blocker}/move`, { ...move, body: { status: 'cancelled' } });
  for (let index = 0; index < 20; index += 1) {
    await api().request('POST', `/api/tasks/${await api().createTask(team, { links })}/move`, move);
    await api().createTask(team, { links, blockedBy: [blocker] });
  }
  const { tasks, isCut } = await call('get_attention');
  expect(isCut).toBe(true);
  const counts = Object.fromEntries(
    tasks.map((each: { reason: string; count: number; tasks: object[] }) => [
      each.reason,
      [each.count, each.tasks.length],
    ]),
  );
  expect(counts).toEqual({ in_progress_unassigned: [21, 10], blocker_cancelled: [20, 10] });
  expect(measured.largest).toBeLessThanOrEqual(maxFrameBytes);
});

describe('a result for which there is no room among the unread responses of the team', () => {
  /** A task whose text takes more room than there is. */
  async function createLargeTask(team: TestTeam): Promise<string> {
    const id = await narrow().createTask(team);
    await narrow().db.pool.query(`update tasks set description = repeat('x', 60000) where id = $1`, [id]);
    return id;
  }
  const modern = {
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'get_task' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };

  it.each([
    ['2025-11-25', {}],
    ['2026-07-28', modern],
  ])(
    'is a 429 of a tool that reads, in version %s',
    async (_, { headers, _meta }: Partial<typeof modern>) => {
      const { team, ada } = await createWorld(narrow());
      const taskId = await createLargeTask(team);
      const call = toolCall('get_task', { taskId });
      const params = { ...call.params, ...(_meta && { _meta }) };
      const body = { ...call, params };
      const { status, headers: replied, text } = await post(narrow(), { token: ada.token, body, headers });
      expect(status, text).toBe(429);
      expect(Number(replied.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.parse(text).error).toMatchObject({ code: -32_000, data: { code: 'RATE_LIMITED' } });
      // Nothing is held for what was not sent.
      await expect.poll(() => narrow().app.unsentResponses.bytes).toBe(0);
      // Small results still come.
      const me = await post(narrow(), { token: ada.token, body: toolCall('get_me') });
      expect(me.status).toBe(200);
    },
  );

  it('is a 503 of a tool that changes something, which may have been done', async () => {
    const { team, ada } = await createWorld(narrow());
    await createLargeTask(team);
    const { status, text } = await post(narrow(), { token: ada.token, body: toolCall('claim_next_task') });
    expect(status, text).toBe(503);
    expect(text).toContain('The change may have been made');
    const held = await post(narrow(), {
      token: ada.token,
      body: toolCall('list_tasks', { status: 'in_progress' }),
    });
    expect(held.text).toContain(ada.id);
  });
});
