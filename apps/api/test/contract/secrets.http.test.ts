import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AgentWithToken } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/auth/tokens.ts';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { tokenOf, useCrews, withWrongChecksum } from '../support/crew.ts';
import { freshPath, kindFor, onePer, operations, pathWith, rowOf } from '../support/operations.ts';
import { recordQueries } from '../support/record-queries.ts';
import { callTrpc } from '../support/trpc.ts';
import { exchange, httpRequest } from '../support/wire.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

const crews = useCrews(api);

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The checksum as decided: six base62 characters of the CRC32 of the preceding characters. */
function checksumOf(text: string): string {
  let rest = BigInt(crc32(Buffer.from(text, 'ascii')));
  const characters: string[] = [];
  for (let place = 0; place < 6; place += 1) {
    characters.unshift(digits[Number(rest % 62n)] ?? '');
    rest /= 62n;
  }
  return characters.join('');
}

const withChecksum = (text: string): string => text + checksumOf(text);

/** A well-formed token that was never issued. */
const unissued = (kind: 'agent' | 'team'): string => withChecksum(`cb_${kind}_${'0aZ'.repeat(10)}`);

async function newKey(): Promise<string> {
  const actor = { kind: 'system', id: null, teamId: crews.home.team.teamId } as const;
  const ctx = { db: api().db, actor, requestId: null };
  return (await createApiKey({ ctx, input: { name: 'Another', expiresAt: null } })).apiKey;
}

const create = () =>
  api().request('POST', `/api/teams/${crews.home.team.teamId}/agents`, {
    token: crews.home.team.apiKey,
    body: { name: 'Fresh' },
  });
const rotate = (agentId: string) =>
  api().request('POST', `/api/agents/${agentId}/rotate-token`, { token: crews.home.team.apiKey });

describe('a token', () => {
  it('consists of its prefix, 30 base62 characters and the checksum of both', async () => {
    const fresh = AgentWithToken.parse((await create()).body);
    const rotated = AgentWithToken.parse((await rotate(fresh.id)).body);
    const issued = [
      fresh.token,
      rotated.token,
      crews.home.agent.token,
      crews.home.team.apiKey,
      await newKey(),
    ];
    for (const token of [...issued, ...Object.values(crews.dead)]) {
      expect(token).toMatch(/^cb_(team|agent)_[0-9A-Za-z]{36}$/);
      expect(token.slice(-6)).toBe(checksumOf(token.slice(0, -6)));
    }
    expect(crews.home.team.apiKey).toMatch(/^cb_team_/);
    expect(crews.home.agent.token).toMatch(/^cb_agent_/);
    expect(new Set(issued).size).toBe(issued.length);
  });

  it('uses all 62 characters, and 1,000 tokens are unique', () => {
    const keys = Array.from({ length: 1_000 }, () => createToken('team').token);
    expect(new Set(keys).size).toBe(1_000);
    const random = keys.map((key) => key.slice('cb_team_'.length, -6)).join('');
    for (const digit of digits) {
      const share = random.split(digit).length - 1;
      // 30,000 characters, 484 of each expected; 6 standard deviations on both sides.
      expect(share).toBeGreaterThan(484 - 132);
      expect(share).toBeLessThan(484 + 132);
    }
  });

  it('is sent once, with Cache-Control: no-store', async () => {
    const created = await create();
    const fresh = expectBody(created, 201, AgentWithToken);
    const rotated = await rotate(fresh.id);
    expectBody(rotated, 200, AgentWithToken);
    for (const reply of [created, rotated]) expect(reply.headers.get('cache-control')).toBe('no-store');
    const agents = ['', `/api/agents/${fresh.id}`, `/api/teams/${crews.home.team.teamId}/agents`].slice(1);
    for (const path of [...agents, '/api/me']) {
      for (const token of [crews.home.team.apiKey, crews.home.agent.token]) {
        expect((await api().request('GET', path, { token })).text).not.toMatch(
          /"token"|"hash|_hash|cb_agent_|cb_team_/,
        );
      }
    }
  });

  it('has Cache-Control: no-store over tRPC too', async () => {
    const input = { teamId: crews.home.team.teamId, name: 'Over tRPC' };
    const reply = await callTrpc(api(), 'mutation', 'agents.create', {
      token: crews.home.team.apiKey,
      input,
    });
    expect(reply.text).toContain('cb_agent_');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

describe('rejects a malformed token without a query', () => {
  /** The lookups that rejecting this token takes. */
  const lookUpsOf = (token: string) =>
    recordQueries(api().db, /token_hash = any|from sessions/, async () => {
      const request = httpRequest('GET', '/api/me', { token });
      expectProblem(await exchange(api().url, request), 401, 'UNAUTHENTICATED');
    });

  const body = 'x'.repeat(30);
  const impossible: Record<string, () => string> = {
    'a wrong prefix': () => withChecksum(`cb_user_${body}`),
    'no prefix': () => withChecksum(body),
    'a prefix in capitals': () => withChecksum(`CB_TEAM_${body}`),
    'another product’s prefix': () => withChecksum(`ghp_${body}`),
    'a character too few, with the checksum of what is there': () =>
      withChecksum(`cb_team_${'x'.repeat(29)}`),
    'a character too many, with the checksum of what is there': () =>
      withChecksum(`cb_agent_${'x'.repeat(31)}`),
    'a character that is not base62': () => withChecksum(`cb_team_${'x'.repeat(29)}-`),
    'a wrong checksum': () => withWrongChecksum(crews.home.team.apiKey),
    'a wrong checksum for an agent': () => withWrongChecksum(crews.home.agent.token),
    'the checksum of something else': () => `cb_team_${body}${checksumOf(`cb_agent_${body}`)}`,
    'a mistyped character': () =>
      crews.home.team.apiKey.replace(/_(.)(?=[^_]*$)/, (_, one: string) => `_${one === 'a' ? 'b' : 'a'}`),
    'the other kind’s prefix': () => crews.home.team.apiKey.replace('cb_team_', 'cb_agent_'),
    'a good token with a character after it': () => `${crews.home.team.apiKey}0`,
    'a good token within quotes': () => `"${crews.home.team.apiKey}"`,
    'nothing but the prefix': () => 'cb_team_',
    'ten thousand characters': () => 'x'.repeat(10_000),
  };

  it.each(Object.entries(impossible))('%s', async (_name, token) => {
    // The app's own timers sometimes use a connection: one attempt without any suffices.
    expect(await lookUpsOf(token())).toEqual([]);
  });

  it('looks up a well-formed token with a query', async () => {
    for (const token of [unissued('team'), unissued('agent'), crews.dead.rotated])
      expect(await lookUpsOf(token)).toHaveLength(1);
  });
});

describe('after successful and rejected calls of every operation', () => {
  const responses: { reply: Reply; carriesToken: boolean }[] = [];
  const tokens = new Set<string>();

  beforeAll(async () => {
    const known = [
      crews.home.team.apiKey,
      crews.home.agent.token,
      crews.foreign.team.apiKey,
      crews.foreign.agent.token,
    ];
    for (const token of [...known, ...Object.values(crews.dead), unissued('team'), unissued('agent')])
      tokens.add(token);
    const everyToken = [...tokens, withWrongChecksum(crews.home.team.apiKey)];
    const representatives = onePer(operations, ({ access }) => access);
    for (const operation of operations) {
      const sent = representatives.includes(operation)
        ? everyToken
        : [tokenOf(crews.home, kindFor(operation))];
      for (const token of sent) {
        const path = await freshPath(api(), operation, crews.home.team);
        const sample = rowOf(operation).body?.(crews.home.team);
        const bad = { ...sample, unknownField: token, status: token, limit: token };
        const isGet = operation.method === 'GET';
        const calls: [string, unknown][] = [
          [path, isGet ? undefined : sample],
          [pathWith(operation, unknownId), isGet ? undefined : sample],
          [pathWith(operation, token), isGet ? undefined : sample],
          [`${path}?token=${token}&limit=${token}&cursor=${token}&status=${token}`, undefined],
          [path, isGet ? undefined : bad],
        ];
        for (const [target, body] of calls) {
          const reply = await api().request(operation.method, target, { token, body });
          responses.push({ reply, carriesToken: 'token' in Object(reply.body) });
        }
      }
    }
    for (const token of tokens) {
      const headers = { Authorization: `Bearer ${token}, Bearer ${token}`, Cookie: `token=${token}` };
      responses.push({ reply: await api().request('GET', '/api/me', { headers }), carriesToken: false });
      const rawBody = `{"token":"${token}",`;
      const sent = {
        token: crews.home.team.apiKey,
        headers: { 'Content-Type': 'application/json' },
        rawBody,
      };
      const path = `/api/teams/${crews.home.team.teamId}/agents`;
      responses.push({ reply: await api().request('POST', path, sent), carriesToken: false });
      const broken = `GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nbroken\r\n\r\n`;
      responses.push({ reply: await exchange(api().url, broken), carriesToken: false });
      const call = { token, input: { teamId: crews.home.team.teamId, unknownField: 1 } };
      responses.push({
        reply: await callTrpc(api(), 'mutation', 'agents.create', call),
        carriesToken: false,
      });
    }
    for (const { reply, carriesToken } of responses) {
      if (carriesToken) tokens.add((reply.body as { token: string }).token);
      const { secret } = Object(reply.body) as { secret?: string };
      if (secret) tokens.add(secret);
    }
    await api().activity.flush();
  });

  it('the calls had every status', () => {
    const statuses = new Set(responses.map(({ reply }) => reply.status));
    for (const status of [200, 201, 400, 401, 403, 404]) expect(statuses).toContain(status);
    expect(tokens.size).toBeGreaterThan(11);
  });

  it('no error contains a token, wherever it was in the request', () => {
    const errorTexts = responses.filter(({ reply }) => reply.status >= 400).map(({ reply }) => reply.text);
    expect(errorTexts.filter((text) => /cb_(team|agent)_[0-9A-Za-z]/.test(text))).toEqual([]);
    expect(errorTexts.some((text) => text.includes('MALFORMED_JSON'))).toBe(true);
  });

  it('no log line contains a token', () => {
    const log = api().logLines.join('\n');
    for (const token of tokens) expect(log.includes(token), token.slice(0, 14)).toBe(false);
  });

  it('no column of any table contains a token or its encoding; the hashes are SHA-256', async () => {
    const { rows: tables } = await api().db.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['agents', 'api_keys', 'events', 'tasks']),
    );
    let everything = '';
    for (const { name } of tables) {
      const { rows } = await api().db.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t`,
      );
      everything += rows.map(({ row }) => row).join('\n');
    }
    for (const token of tokens) {
      const secret = token.slice(token.lastIndexOf('_') + 1, -6);
      for (const form of [
        secret,
        Buffer.from(secret, 'base64').toString('hex'),
        Buffer.from(token).toString('hex'),
        Buffer.from(token).toString('base64'),
      ]) {
        expect(everything.includes(form), token.slice(0, 14)).toBe(false);
      }
    }
    for (const token of [crews.home.team.apiKey, crews.home.agent.token]) {
      expect(everything).toContain(createHash('sha256').update(token).digest('hex'));
    }
  });

  it('only the first characters are stored for display', async () => {
    const { rows } = await api().db.pool.query<{ prefix: string }>(
      'select token_prefix as prefix from agents where token_prefix is not null union all select token_prefix from api_keys',
    );
    for (const { prefix } of rows) expect(prefix).toMatch(/^cb_(agent|team)_[0-9A-Za-z]{4,8}$/);
  });
});
