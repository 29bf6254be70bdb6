import { expect, it } from 'vitest';
import type { Reply, TestApi, TestTeam } from '../harness.ts';
import { checkEachInvalid } from './check-each.ts';
import { expectRejected } from './log.ts';

type Item = { id: string };

/** The guarantees of every list that is returned completely by default, and in pages with `limit`. */
export function itPages(
  api: () => TestApi,
  noun: 'agents' | 'projects' | 'webhooks',
  create: (team: TestTeam) => Promise<string>,
): void {
  const list = (team: TestTeam, query = ''): Promise<Reply> =>
    api().request('GET', `/api/teams/${team.teamId}/${noun}${query}`, { token: team.apiKey });
  const idsOf = ({ body }: Reply) => (body as Item[]).map(({ id }) => id);

  async function teamWith(count: number): Promise<TestTeam> {
    const team = await api().createTeam();
    for (let index = 0; index < count; index += 1) await create(team);
    return team;
  }

  it('200: returns pages of `limit`, with each item once and as in the whole list', async () => {
    const team = await teamWith(7);
    const whole = await list(team);
    expect(whole.headers.has('x-next-cursor')).toBe(false);
    const items: unknown[] = [];
    for (let query: string | null = '?limit=3'; query !== null; ) {
      const reply: Reply = await list(team, query);
      const page = reply.body as Item[];
      expect(page.length).toBeLessThanOrEqual(3);
      items.push(...page);
      const cursor: string | null = reply.headers.get('x-next-cursor');
      query = cursor && `?limit=3&cursor=${cursor}`;
      if (cursor === null) continue;
      expect(cursor).toBe(page.at(-1)?.id);
      expect(reply.headers.get('link')).toBe(`</api/teams/${team.teamId}/${noun}${query}>; rel="next"`);
    }
    expect(items).toEqual(whole.body);
  });

  it('200: the page after the last item is empty, and a cursor without a limit returns the rest', async () => {
    const team = await teamWith(2);
    const ids = idsOf(await list(team));
    expect(idsOf(await list(team, `?cursor=${ids.at(-1)}`))).toEqual([]);
    expect(idsOf(await list(team, `?cursor=${ids[0]}`))).toEqual(ids.slice(1));
  });

  it('400: invalid limits', async () => {
    const team = await api().createTeam();
    const cases = ['0', '101', '1.5', '', 'x'].map((limit) => ['limit', limit] as const);
    await checkEachInvalid(api(), cases, (_, limit) => list(team, `?limit=${limit}`));
  });

  it('400: a cursor that names nothing, and one of another team', async () => {
    const [ours, theirs] = [await api().createTeam(), await teamWith(1)];
    for (const cursor of ['nothing', idsOf(await list(theirs))[0]]) {
      await expectRejected(api(), 400, 'INVALID_CURSOR', () => list(ours, `?cursor=${cursor}`));
    }
  });
}
