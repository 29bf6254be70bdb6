import type { EventSubject, EventType } from '@crewboard/contracts';
import {
  type Expression,
  type Expressions,
  empty,
  raw,
  type Sql,
  sql,
  type Transaction,
} from '@crewboard/db';
import {
  type EventActorParams,
  eventActorParams,
  recordEvent,
  type TeamWriter,
} from '../events/record-event.ts';
import { maxSmallTextBytes } from '../events/task-texts.ts';
import { defineKeyedStatement, type KeyedRequest, queryKeyed } from '../idempotency/keep-response.ts';

// The shared SQL of administration: writes the event of a changed record, and returns the record as the response.

type Params = EventActorParams & { id: string; type: EventType; changes: string | null };

type EventSource = {
  subject: EventSubject;
  /** SQL: the record with the id of `p`. */
  record: (p: Expressions<Params>) => Sql;
  row: { json: (row: string) => Sql; snapshot: (row: string) => Sql };
  /** CTEs that `row` reads. */
  ctes?: (teamId: Expression) => Sql;
};

type NewEvent = {
  id: string;
  type: EventType;
  /** { field: { before } }: see `toChanges`. */
  changes?: object | null;
  /** Fields of the response that the database does not store in clear, such as a new token. */
  secrets?: object;
};

type Writer = TeamWriter & { keyedRequest?: KeyedRequest | undefined };

/**
 * Defines a function that writes the event of a changed record, stores the response if the request has a key, and
 * returns the response, all in one statement.
 */
export function defineEventWriter<Response>({ subject, record, row, ctes }: EventSource) {
  const statement = defineKeyedStatement<Params, { response: Response }>(
    (p, keepResponse) => sql`
  with ${ctes ? sql`${ctes(p.teamId)},` : empty}
  record as (${record(p)}),
  event as (${recordEvent({
    actor: p,
    type: sql`${p.type}::text`,
    subject,
    snapshot: row.snapshot,
    after: 'record',
    changes: sql`${p.changes}::jsonb`,
  })})${keepResponse(row.json('record'), raw('record'))}
  select ${row.json('record')} as response from record`,
  );
  return async (
    writer: Writer,
    { sql: db }: Transaction,
    { id, type, changes = null, secrets }: NewEvent,
  ): Promise<Response> => {
    const params = {
      ...{ ...eventActorParams(writer), id, type },
      changes: changes && JSON.stringify(changes),
    };
    const { keyedRequest } = writer;
    const written = await queryKeyed({ db, keyedRequest }, statement, params, { secrets }).catch((error) => {
      throw keyedRequest ? withLockedTable(error) : error;
    });
    if (!written) throw new Error(`The ${subject} that was changed is there`);
    return written.response;
  };
}

/**
 * Adds the table to a lock timeout, as pg does and Prisma does not: `http/idempotency` looks for it. The statement can
 * wait only for the row of its Idempotency-Key, which another request is inserting.
 */
function withLockedTable(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '55P03' ? Object.assign(error as Error, { where: 'idempotency_keys' }) : error;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The `changes` of an event, { field: { before } }, for the `recorded` fields that `set` changes; null if there are
 * none.
 */
export function toChanges(before: Fields, set: Fields, recorded: readonly string[]): object | null {
  const changed = recorded.filter((field) => field in set && !isSame(before[field], set[field]));
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map((field) => [
      field,
      // Only instructions have `after`: snapshots leave them out.
      { before: valueInEvent(before, field), ...(field === 'instructions' && { after: set[field] }) },
    ]),
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

/** Events keep a large description as a reference, as snapshots do (`descriptionInSnapshot`). */
function valueInEvent(before: Fields, field: string): unknown {
  const value = before[field];
  if (field !== 'description' || typeof value !== 'string') return value;
  const bytes = Buffer.byteLength(value);
  return bytes > maxSmallTextBytes ? { textVersion: before.descriptionVersion, bytes } : value;
}
