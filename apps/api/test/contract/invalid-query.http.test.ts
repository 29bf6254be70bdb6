import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { checkEach } from '../support/check-each.ts';
import { useCrews } from '../support/crew.ts';
import { exchange, httpRequest } from '../support/wire.ts';

const api = useApi();
const crews = useCrews(api);

describe('the query of list tasks', () => {
  const get = (query: string) => {
    const path = `/api/teams/${crews.home.team.teamId}/tasks?${query}`;
    return exchange(api().url, httpRequest('GET', path, { token: crews.home.team.apiKey }));
  };

  const limits = [
    '',
    '0',
    '-1',
    '101',
    '1000',
    '1.5',
    '1.0',
    '10.',
    '.5',
    '0x10',
    '0b1',
    '1e1',
    '1E1',
    'Infinity',
    'NaN',
  ];
  const odd = [
    '%205',
    '5%20',
    '+5',
    '%2B5',
    '"5"',
    '%225%22',
    '5,5',
    '5;',
    '%D9%A5',
    '%EF%BC%95',
    '1_0',
    '5%00',
    '%',
    '%zz',
  ];
  const huge = ['9007199254740993', '9'.repeat(400), 'true', 'null', 'undefined', '[5]', '%7B%7D'];
  it('rejects every invalid limit, and names its range', async () => {
    const values = [...limits, ...odd, ...huge].map((value) => [`limit=${value}`, value]);
    await checkEach(Object.fromEntries(values), async (value) => {
      const problem = expectProblem(await get(`limit=${value}`), 400, 'VALIDATION_ERROR');
      expect(problem.errors?.map((error) => error.path)).toEqual(['limit']);
      expect(problem.errors?.[0]?.message).toMatch(/\b1\b.*\b100\b/);
    });
  });

  it.each(['limit', 'status', 'projectId', 'agentId', 'cursor'])(
    '%s given twice is rejected',
    async (name) => {
      const value = { limit: '5', status: 'todo' }[name] ?? crews.home.agent.id;
      for (const query of [
        `${name}=${value}&${name}=${value}`,
        `${name}[]=${value}`,
        `${name}[a]=${value}`,
      ]) {
        const problem = expectProblem(await get(query), 400, 'VALIDATION_ERROR');
        expect(problem.errors?.[0]?.path).toContain(name);
      }
    },
  );

  it.each(['TODO', 'Todo', ' todo', 'todo ', 'in-progress', 'canceled', '', 'todo,done', 'null', '%00'])(
    'rejects status=%s and names the valid values',
    async (value) => {
      const problem = expectProblem(
        await get(`status=${value.replaceAll(' ', '%20')}`),
        400,
        'VALIDATION_ERROR',
      );
      expect(problem.errors).toEqual([
        { path: 'status', message: expect.stringMatching(/todo.*in_progress.*done.*cancelled/) },
      ]);
    },
  );

  it.each(['projectId', 'agentId'])(
    'rejects %s with a NUL; an unknown one returns an empty list',
    async (name) => {
      expectProblem(await get(`${name}=a%00b`), 400, 'VALIDATION_ERROR');
      for (const value of [
        'unknown',
        crews.foreign.agent.id,
        crews.foreign.team.projectId,
        '%zz',
        '%F0%9F%A6%8A',
        '..%2F',
        `'--`,
      ]) {
        expect((await get(`${name}=${value}`)).body, value).toEqual([]);
      }
    },
  );

  it('rejects a cursor that is not a task of the team', async () => {
    const theirs = await api().createTask(crews.foreign.team);
    const ids = [
      theirs,
      crews.home.agent.id,
      crews.home.team.projectId,
      crews.home.team.teamId,
      'unknown',
      '0',
      '-1',
      '%zz',
      '%',
    ];
    const odd = ['..', '%2F', '%F0%9F%A6%8A', `'or'1'='1`, 'x'.repeat(7_000), '__proto__', '1%20'];
    for (const cursor of [...ids, ...odd])
      expectProblem(await get(`cursor=${cursor}`), 400, 'INVALID_CURSOR');
  });

  it('rejects an empty cursor', async () => {
    expectProblem(await get('cursor='), 400, 'INVALID_CURSOR');
  });

  it('rejects a cursor that PostgreSQL cannot store', async () => {
    const reply = await get('cursor=a%00b');
    expect(reply.status).toBe(400);
    expect((reply.body as { code: string }).code).toMatch(/^(VALIDATION_ERROR|INVALID_CURSOR)$/);
  });
});
