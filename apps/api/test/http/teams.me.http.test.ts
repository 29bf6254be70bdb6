import { Agent, Me } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { createWorld, rotateToken } from '../support/world.ts';

const api = useApi();

const me = (token: string) => api().request('GET', '/api/me', { token });

describe('GET /api/me', () => {
  it('200: returns the team, the id and the name of a team API key', async () => {
    const { team, keyId } = await createWorld(api());
    expect(keyId).toMatch(/^c[a-z0-9]{24}$/);
    expect(expectBody(await me(team.apiKey), 200, Me)).toEqual({
      kind: 'key',
      teamId: team.teamId,
      team: { id: team.teamId, name: 'Team', paused: null },
      agent: null,
      key: { id: keyId, name: 'First key', access: 'manage', expiresAt: null },
    });
  });

  it('200: returns the team and the agent of an agent token', async () => {
    const team = await api().createTeam('The crew');
    const ada = await api().createAgent(team, 'Ada');
    const body = expectBody(await me(ada.token), 200, Me);
    const others = await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey });
    const agent = expectBody(others, 200, Agent);
    expect({ ...body, agent: { ...body.agent, lastActiveAt: null } }).toEqual({
      kind: 'agent',
      teamId: team.teamId,
      team: { id: team.teamId, name: 'The crew', paused: null },
      agent: { ...agent, lastActiveAt: null },
      key: null,
    });
  });

  it('200: returns the expiry of a key, which works until then', async () => {
    const team = await api().createTeam();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await api().db.pool.query('update api_keys set expires_at = $1 where team_id = $2', [
      expiresAt,
      team.teamId,
    ]);
    expect(expectBody(await me(team.apiKey), 200, Me).key?.expiresAt).toBe(expiresAt);
  });

  it('200: never a secret', async () => {
    const { team, ada } = await createWorld(api());
    const token = await rotateToken(api(), team, ada.id);
    expect((await me(token)).text).not.toContain(token.slice(9));
    expect((await me(team.apiKey)).text).not.toContain(team.apiKey.slice(8));
  });

  it('200: the scheme of the credential may be written in any case', async () => {
    const team = await api().createTeam();
    for (const scheme of ['bearer', 'BEARER']) {
      const reply = await api().request('GET', '/api/me', {
        headers: { Authorization: `${scheme} ${team.apiKey}` },
      });
      expectBody(reply, 200, Me);
    }
  });

  it('401: ignores a token in the query or in a cookie', async () => {
    const team = await api().createTeam();
    for (const [query, headers] of [
      [`?token=${team.apiKey}`, {}],
      [`?access_token=${team.apiKey}`, {}],
      ['', { Cookie: `token=${team.apiKey}` }],
      ['', { 'X-Api-Key': team.apiKey }],
    ] as const) {
      const reply = await api().request('GET', `/api/me${query}`, { headers });
      expectProblem(reply, 401, 'UNAUTHENTICATED');
    }
  });
});
