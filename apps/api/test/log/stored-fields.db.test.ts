import {
  type Event,
  EventSubject,
  eventTypesOf,
  isAfter,
  logBeginning,
  type WebhookPayload,
} from '@crewboard/contracts';
import { queryMany, raw, sql } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newestFieldSet } from '../../src/features/events/field-sets.ts';
import { findPosition } from '../../src/features/events/log/find-position.ts';
import { findLogEnd } from '../../src/features/events/log/log-end.ts';
import { readLog } from '../../src/features/events/log/read-log.ts';
import { readNextLogPage } from '../../src/features/events/log/read-next-page.ts';
import { recordEvent } from '../../src/features/events/record-event.ts';
import { type PayloadRow, payloadColumns, payloadOf } from '../../src/features/webhooks/payload-row.ts';
import { useRandom } from '../support/random.ts';
import {
  type RandomEvent,
  type RandomTaskEvent,
  randomEvent,
  randomTaskEvent,
} from './support/random-events.ts';
import { settle } from './support/settle.ts';

const eventsPerSubject = 1_700;
const teamId = 'team';
const limit = 1_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const actor = {
  ...{ teamId: raw(`'${teamId}'`), actorKind: raw(`'system'`), actorId: raw('null'), requestId: raw('null') },
};

/** Writes the events as a statement of their subject does. */
async function record(events: RandomEvent[], subject: EventSubject): Promise<void> {
  const [type = ''] = eventTypesOf(subject);
  const common = { actor, type: raw(`'${type}'`), subject, snapshot: (row: string) => raw(`${row}.value`) };
  const given = (rows: object[]) => sql`
    given as (select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(id text, before jsonb, after jsonb, changes jsonb)),
    target as (select id, before as value from given),
    changed as (select id, after as value, changes from given)`;
  const groups = Map.groupBy(events, ({ before, facts }) =>
    facts ? 'facts' : before ? 'changed' : 'created',
  );
  for (const [kind, group] of groups) {
    const rows = group.map(({ id, before, snapshot, facts }) => ({
      id,
      before,
      after: snapshot,
      changes: facts,
    }));
    const form = {
      created: {},
      changed: { before: 'target' },
      facts: { before: 'target', changes: raw('changed.changes') },
    }[kind];
    await queryMany(db, sql`with ${given(rows)} ${recordEvent({ ...common, after: 'changed', ...form })}`);
  }
}

async function recordTasks(events: RandomTaskEvent[]): Promise<void> {
  const rows = events.map(({ id, stored }) => ({ id, ...stored }));
  await queryMany(
    db,
    sql`insert into events (team_id, actor_kind, type, subject_type, subject_id, field_set, snapshot, changes)
    select ${teamId}, 'system', 'task.updated', 'task', id, ${newestFieldSet('task')}, snapshot, changes
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, snapshot jsonb, changes jsonb)`,
  );
}

type Fields = Pick<Event, 'snapshot' | 'changes'>;
const textOf = ({ snapshot, changes }: Fields) => JSON.stringify({ snapshot, changes });
type Texts = Map<string, string>;

/** The JSON of each event if the log kept all of it. */
async function expectedTexts(events: RandomEvent[]): Promise<Texts> {
  const rows = await queryMany<Fields & { id: string }>(
    db,
    sql`select id, snapshot, changes from json_to_recordset(${JSON.stringify(events)}::json)
      as given(id text, snapshot jsonb, changes jsonb)`,
  );
  return new Map(rows.map((row) => [row.id, textOf(row)]));
}

async function readPages(order: 'asc' | 'desc'): Promise<Texts> {
  const texts: Texts = new Map();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const position = cursor ? await findPosition(db.pool, teamId, cursor) : undefined;
    const side = order === 'asc' ? { after: position } : { before: position };
    const page = await readLog(db.pool, { teamId, subjects: EventSubject.options, order, limit, ...side });
    for (const event of page.events) texts.set(event.subject.id, textOf(event));
    cursor = page.nextCursor;
  }
  return texts;
}

async function readStream(): Promise<Texts> {
  const texts: Texts = new Map();
  const end = await findLogEnd(db.pool);
  for (let after = logBeginning; isAfter(end, after); ) {
    const page = await readNextLogPage(db.pool, { teamIds: [teamId], after, known: after, limit });
    for (const event of page.events) texts.set(event.subject.id, textOf(event));
    after = page.end;
  }
  return texts;
}

/** The payloads, with `changes` where they omit it. */
async function readPayloads(): Promise<Texts> {
  const rows = await queryMany<PayloadRow>(
    db,
    sql`select ${payloadColumns('delivery', 'event')} from events as event, lateral (
      select event.xid as event_xid, event.id as event_id, event.type as event_type, null::text as actor_name) as delivery`,
  );
  return new Map(rows.map((row) => [row.subjectId, subjectAndChanges(payloadOf(row))]));
}

function subjectAndChanges(payload: string): string {
  const {
    eventId: _,
    teamId: __,
    actor: ___,
    changes = null,
    ...subject
  } = (JSON.parse(payload) as WebhookPayload).data;
  return JSON.stringify({ snapshot: Object.values(subject)[0], changes });
}

/** The payload of an event: without the URL of a webhook, and `changes` that are empty. */
function asPayload(text: string): string {
  const { snapshot, changes } = JSON.parse(text) as Fields;
  if ('eventTypes' in snapshot) {
    delete snapshot.url;
    delete changes?.url;
  }
  return textOf({ snapshot, changes: changes && Object.keys(changes).length > 0 ? changes : null });
}

it('more than 10,000 events are the same JSON for every reader as if the log kept nulls and values after changes', async () => {
  const random = useRandom(1);
  const numbers = Array.from({ length: eventsPerSubject }, (_, n) => n);
  const tasks = numbers.map((n) => randomTaskEvent(random, `task${n}`));
  await recordTasks(tasks);
  const all: RandomEvent[] = [...tasks];
  for (const subject of EventSubject.options.filter((each) => each !== 'task')) {
    const events = numbers.map((n) => randomEvent(random, `${subject}${n}`, subject));
    await record(events, subject);
    all.push(...events);
  }
  const expected = await expectedTexts(all);
  expect(expected.size).toBeGreaterThan(10_000);
  const { rowCount } = await db.pool.query(
    `select from events where exists (select from jsonb_each(snapshot) where value = 'null')
       or jsonb_path_exists(changes, '$.* ? (exists (@.before) && exists (@.after))')`,
  );
  expect(rowCount).toBe(0);
  await settle({ db });
  const unequal = (texts: Texts, by = (text: string) => text) =>
    [...expected]
      .filter(([id, text]) => texts.get(id) !== by(text))
      .slice(0, 3)
      .map(([id, text]) => [texts.get(id), by(text)]);
  expect(unequal(await readPages('asc'))).toEqual([]);
  expect(unequal(await readPages('desc'))).toEqual([]);
  expect(unequal(await readStream())).toEqual([]);
  expect(unequal(await readPayloads(), asPayload)).toEqual([]);
});
