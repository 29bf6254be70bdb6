import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { leaseTo, passLeaseEnd } from '../support/leases.ts';

const api = useApi();
const root = path.join(import.meta.dirname, '../../../..');
const run = (file: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(path.join(root, 'examples', file), args, { env: { ...process.env, ...env } });

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;

/** A task that the agent still shows as its own, and whose lease has ended: its completion is rejected. */
async function holdPastLease(team: TestTeam, agent: { token: string }): Promise<string> {
  const id = await api().createTask(team, { title: 'Lost' });
  await leaseTo(api(), agent, id);
  await passLeaseEnd(api(), id);
  return id;
}

describe('workers', () => {
  it.skipIf(!hasRequests)('in Python work off the queue, and what they held before a restart', async () => {
    const team = await api().createTeam();
    const agent = await api().createAgent(team);
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await api().createTask(team, { title: `One two ${n}` }));
    const held = await api().createTask(team, { title: 'Held before the restart' });
    await api().request('POST', `/api/tasks/${held}/claim`, { token: agent.token });
    const lost = await holdPastLease(team, agent);

    const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: agent.token };
    const { stdout, stderr } = await run('python/worker.py', ['--once'], env);

    expect(stderr).toContain(`dropped ${lost}: This claim is over.`);
    expect(stdout.split('\n')).toContain('One two 0 → This task has 3 words.');
    const { rows } = await api().db.pool.query(
      'select id, result from tasks where team_id = $1 and status = $2',
      [team.teamId, 'done'],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids, held].sort());
    expect(rows[0].result).toMatch(/^This task has \d words\.$/);
  });

  it('in TypeScript work off the queue, and what they held before a restart', async () => {
    const team = await api().createTeam();
    const agent = await api().createAgent(team);
    await api().createTask(team, { title: 'One two three' });
    const held = await api().createTask(team, { title: 'Held before the restart' });
    await api().request('POST', `/api/tasks/${held}/claim`, { token: agent.token });
    await holdPastLease(team, agent);
    const child = spawn(process.execPath, [path.join(root, 'examples/worker.ts')], {
      env: { ...process.env, CREWBOARD_URL: api().url, CREWBOARD_TOKEN: agent.token },
    });
    const ended = once(child, 'exit');
    const results = async () =>
      (await api().db.pool.query('select result from tasks where team_id = $1 order by title', [team.teamId]))
        .rows;
    await expect
      .poll(results)
      .toEqual([
        { result: 'This task has 4 words.' },
        { result: null },
        { result: 'This task has 3 words.' },
      ]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('in curl alone claim and complete one task, and say when there is none', async () => {
    const team = await api().createTeam();
    const agent = await api().createAgent(team);
    const task = await api().createTask(team);
    const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: agent.token };
    expect((await run('worker.sh', [], env)).stdout).toContain(`Completed ${task}`);
    expect((await run('worker.sh', [], env)).stdout).toBe('There is nothing to claim.\n');
  });
});

it('the first call in TypeScript completes the one task that it creates, and leaves the queue alone', async () => {
  const team = await api().createTeam();
  const agent = await api().createAgent(team);
  const waiting = await api().createTask(team, { title: 'In the queue' });
  const env = { ...process.env, CREWBOARD_URL: api().url, CREWBOARD_TOKEN: agent.token };
  const file = path.join(root, 'examples/first-call.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toMatch(/^This creates one task, claims it by its id and completes it\./);
  const { rows } = await api().db.pool.query(
    'select id, status, assigned_agent_id as "agentId" from tasks where team_id = $1 order by created_at',
    [team.teamId],
  );
  expect(rows).toEqual([
    { id: waiting, status: 'todo', agentId: null },
    { id: expect.any(String), status: 'done', agentId: agent.id },
  ]);
});

describe('the configurations of coding agents', () => {
  const read = (file: string) => readFileSync(path.join(root, 'examples', file), 'utf8');
  it('have the same instructions', () => {
    const [, ofSkill] = read('claude-code/.claude/skills/crewboard/SKILL.md').split(
      '# Working on Crewboard\n',
    );
    const [, ofAgents] = read('codex/AGENTS.md').split('## Crewboard\n');
    expect(ofSkill).toBe(ofAgents);
    expect(ofSkill).toContain('CREWBOARD_TOKEN');
  });

  /** The tools that the instructions name. */
  const toolsIn = (instructions: string) => [
    ...instructions.matchAll(/\b[a-z]+_(?:[a-z]+_)*(?:task|comment)\b/g),
  ];

  it.each([
    [
      'Claude Code',
      () => {
        const { crewboard } = JSON.parse(read('claude-code/.mcp.json')).mcpServers;
        return { url: crewboard.url, authorization: crewboard.headers.Authorization };
      },
      'claude-code/.claude/skills/crewboard/SKILL.md',
    ],
    [
      'Codex',
      () => {
        const [, url = ''] = /^url = "(.+)"$/m.exec(read('codex/config.toml')) ?? [];
        const [, variable] = /^bearer_token_env_var = "(.+)"$/m.exec(read('codex/config.toml')) ?? [];
        return { url, authorization: `Bearer \${${variable}}` };
      },
      'codex/AGENTS.md',
    ],
  ])(
    'of %s lead to the tools that its instructions name',
    async (_client, readConfiguration, instructions) => {
      const { token } = await api().createAgent(await api().createTeam());
      const environment: Record<string, string> = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: token };
      const fill = (text: string) => text.replaceAll(/\$\{(\w+)\}/g, (_, name) => environment[name] ?? '');
      const { url, authorization } = readConfiguration();
      const address = new URL(fill(url).replace('http://127.0.0.1:4000', api().url));
      const client = new Client({ name: 'tests', version: '1.0.0' });
      const headers = { Authorization: fill(authorization) };
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      const tools = (await client.listTools()).tools.map(({ name }) => name);
      await client.close();
      const named = toolsIn(read(instructions)).map(([name]) => name);
      expect(named).toContain('claim_next_task');
      expect(tools).toEqual(expect.arrayContaining(named));
    },
  );
});

describe('the step of a GitHub workflow', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'crewboard-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('creates a task once for an attempt of a run, with texts from outside as data', async () => {
    const team = await api().createTeam();
    const env = {
      ...{ CREWBOARD_URL: `${api().url}/`, CREWBOARD_TOKEN: team.apiKey },
      ...{ TITLE: 'The build of "main" $(exit 1) fails', DESCRIPTION: 'See `run`\n*7*', PRIORITY: 'high' },
      ...{
        GITHUB_OUTPUT: path.join(folder, 'output'),
        GITHUB_RUN_ID: '7',
        GITHUB_RUN_ATTEMPT: '1',
        GITHUB_JOB: 'build',
      },
    };
    await run('github-action/create-task.sh', [], env);
    await run('github-action/create-task.sh', [], env);

    const { rows } = await api().db.pool.query(
      'select id, title, description, priority from tasks where team_id = $1',
      [team.teamId],
    );
    const { TITLE: title, DESCRIPTION: description } = env;
    expect(rows).toEqual([{ id: expect.any(String), title, description, priority: 'high' }]);
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe(`task-id=${rows[0].id}\n`.repeat(2));
  });

  it('fails with what the service says', async () => {
    const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: 'cb_team_wrong', TITLE: 'A title' };
    await expect(run('github-action/create-task.sh', [], env)).rejects.toThrow('401');
  });
});
