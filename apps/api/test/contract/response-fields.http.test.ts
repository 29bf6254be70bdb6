import { fieldsOf, minimalFields } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';
import { freshPath, kindFor, named, type Operation, operations, rowOf } from '../support/operations.ts';

const api = useApi();
const crews = useCrews(api);

const withBody = operations.filter((operation) => fieldsOf(operation).length > 0);
const minimal = { Prefer: 'return=minimal' };

/** Sends a request of this operation that succeeds. */
async function send(operation: Operation, query = '', headers: Record<string, string> = {}): Promise<Reply> {
  const { team, agent } = crews.home;
  const path = await freshPath(api(), operation, team);
  if (rowOf(operation).mayFindNothing) await api().createTask(team);
  const token = kindFor(operation) === 'key' ? team.apiKey : agent.token;
  return api().request(operation.method, path + query, {
    token,
    body: rowOf(operation).body?.(team),
    headers,
  });
}

/** What a response has where the request has included it. */
const included = ['instructions', 'context', 'blockers', 'children', 'next'];
const isAlways = (name: string) => !included.includes(name);

/** The names of the fields of the body, or of each item of a list. */
const namesIn = ({ body, text, status }: Reply): string[][] => {
  expect(status, text).toBeLessThan(300);
  return [body].flat().map((item) => Object.keys(item as object));
};

const minimalOf = ({ id }: Operation) =>
  [...minimalFields[id as keyof typeof minimalFields]].filter(isAlways);

describe.each(named(withBody))('$name', ({ operation }) => {
  const known = fieldsOf(operation);

  it('with `fields` responds with these fields alone', async () => {
    const name = known[0] as string;
    for (const names of namesIn(await send(operation, `?fields=${name}`))) expect(names).toEqual([name]);
  });

  it('with `Prefer: return=minimal` responds with the minimal fields, and says so', async () => {
    const reply = await send(operation, '', minimal);
    for (const names of namesIn(reply)) expect(names).toEqual(minimalOf(operation));
    expect(reply.headers.get('preference-applied')).toBe('return=minimal');
  });

  it('400: names the fields when it does not know one', async () => {
    // All are read by one rule: the odd ones for one operation.
    const odd = operation === withBody[0] ? ['?fields=', '?fields=__proto__', '?fields=id&fields=id'] : [];
    for (const query of ['?fields=id,unknown', ...odd]) {
      const { errors } = expectProblem(await send(operation, query), 400, 'VALIDATION_ERROR');
      expect(errors).toEqual([{ path: 'fields', message: expect.stringContaining(known.join(', ')) }]);
    }
  });

  it('without either responds with all fields', async () => {
    const reply = await send(operation);
    for (const names of namesIn(reply)) expect(known).toEqual(expect.arrayContaining(names));
    expect(reply.headers.get('preference-applied')).toBeNull();
  });
});

describe('the preference', () => {
  const path = () => `/api/teams/${crews.home.team.teamId}/tasks?limit=1`;
  const get = (headers: Record<string, string>, query = '') =>
    api().request('GET', path() + query, { token: crews.home.team.apiKey, headers });

  it.each([
    'return=minimal',
    'RETURN="minimal"',
    'respond-async, wait=5, return = minimal; note="a"',
    'return=minimal, return=representation',
  ])('is read as RFC 7240 writes it: %s', async (Prefer) => {
    expect((await get({ Prefer })).headers.get('preference-applied')).toBe('return=minimal');
  });

  it.each(['return=representation', 'return=representation, return=minimal', 'minimal', ''])(
    'is not applied: %j',
    async (Prefer) => {
      expect((await get({ Prefer })).headers.get('preference-applied')).toBeNull();
    },
  );

  it('yields to `fields`', async () => {
    const reply = await get(minimal, '&fields=id,title');
    expect(namesIn(reply)).toEqual([['id', 'title']]);
    expect(reply.headers.get('preference-applied')).toBeNull();
  });

  it('is not needed twice: a field named again, in any order, stands once', async () => {
    const reply = await get({}, `&fields=${'title,id,'.repeat(800)}title`);
    expect(reply.text).toMatch(/^\[\{"id":"[^"]+","title":"[^"]+"\}\]$/);
  });

  it('changes neither the page nor the link to the next, which keeps `fields`', async () => {
    await api().createTask(crews.home.team);
    const [whole, part] = [await get({}), await get({}, '&fields=title')];
    expect(part.headers.get('x-next-cursor')).toBe(whole.headers.get('x-next-cursor'));
    expect(part.headers.get('link')).toContain('fields=title');
  });
});

it('a repetition with an Idempotency-Key gets the fields that it asks for', async () => {
  const { team } = crews.home;
  const body = { title: 'Once', projectId: team.projectId };
  const create = (query: string, headers: Record<string, string>) =>
    api().request('POST', `/api/teams/${team.teamId}/tasks${query}`, {
      ...{ token: team.apiKey, body },
      headers: { 'Idempotency-Key': 'fields-of-a-replay', ...headers },
    });
  const first = await create('', minimal);
  const whole = await create('', {});
  const title = await create('?fields=title', {});
  expect(namesIn(first)).toEqual([[...minimalFields['tasks.create']]]);
  expect(whole.headers.get('idempotency-replayed')).toBe('true');
  expect(whole.body).toMatchObject({
    ...(first.body as object),
    title: 'Once',
    createdAt: expect.any(String),
  });
  expect(title.body).toEqual({ title: 'Once' });
  for (const { headers } of [first, whole, title]) {
    expect(headers.get('location')).toBe(`/api/tasks/${(first.body as { id: string }).id}`);
    expect(headers.get('etag')).toBe('"1"');
  }
});
