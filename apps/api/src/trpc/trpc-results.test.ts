import { randomUUID } from 'node:crypto';
import { operations } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { TeamTurns } from '../limits/team-turns.ts';
import { TrpcResults } from './trpc-results.ts';

const fill = (results: TrpcResults, response: unknown) =>
  JSON.parse(results.fill(JSON.stringify(response)).toString()) as unknown;

it('replaces each placeholder by its result, and no other text', async () => {
  const results = new TrpcResults(new TeamTurns().of('team'));
  const [first, second] = [{ id: randomUUID(), text: '"\u0001\\' }, [randomUUID()]];
  const later = await results.add(operations.teams.me, second, {});
  const earlier = await results.add(operations.teams.me, first, {});
  const requestId = randomUUID();
  expect(fill(results, [{ data: earlier }, { requestId }, { data: later }])).toEqual([
    { data: first },
    { requestId },
    { data: second },
  ]);
  expect(results.bytes).toBe(JSON.stringify(first).length + JSON.stringify(second).length);
});

it('sends the items of a page that fit, with the cursor after the last one', async () => {
  const results = new TrpcResults(new TeamTurns().of('team'));
  const events = Array.from({ length: 8 }, (_, index) => ({
    id: `${index}`,
    text: '\u0001'.repeat(100_000),
  }));
  const cursorAt = (index: number) => `after ${index}`;
  const data = await results.add(operations.events.audit, { events, nextCursor: null }, { cursorAt });
  expect(fill(results, { data })).toEqual({ data: { events: events.slice(0, 6), nextCursor: 'after 5' } });
});
