import { raw } from '@crewboard/db';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  column,
  defineRow,
  eventOnly,
  internal,
  nullableText,
  nullableTime,
  type RowOf,
  responseOnly,
  text,
  time,
} from './define-row.ts';

const definition = defineRow(
  {
    id: column<string>(),
    title: text(),
    note: nullableText(),
    prefix: responseOnly(text({ column: 'token_prefix' })),
    count: responseOnly(
      column<number>({ sql: (row) => raw(`(select count(*) from tasks where id = ${row}.id)`) }),
    ),
    createdAt: time(),
    closedAt: nullableTime(),
    heldSince: internal(nullableTime()),
    teamId: eventOnly(column<string>()),
  },
  { fixedBytes: 300 },
);

describe('defineRow', () => {
  it('selects the columns under the names of the fields', () => {
    expect(definition.columns('page').text.replaceAll(/\s+/g, ' ')).toBe(
      'page.id, page.title, page.note, page.token_prefix as "prefix", ' +
        '(select count(*) from tasks where id = page.id) as "count", page.created_at as "createdAt", ' +
        'page.closed_at as "closedAt", page.held_since as "heldSince"',
    );
  });

  it('builds the snapshot of an event with times as text', () => {
    const sqlOfTime = (name: string) =>
      `to_char(page.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    expect(definition.snapshot('page').text.replaceAll(/\s+/g, ' ')).toBe(
      `jsonb_build_object( 'id', page.id, 'title', page.title, 'note', page.note, ` +
        `'createdAt', ${sqlOfTime('created_at')}, 'closedAt', ${sqlOfTime('closed_at')}, 'teamId', page.team_id)`,
    );
  });

  it('builds the item of a response as JSON, with times as text', () => {
    const { text } = definition.json('page');
    expect(text).toContain(`'note', page.note,'prefix', page.token_prefix,'count', (select count(*)`);
    expect(text).toContain(`'createdAt', to_char(page.created_at at time zone 'UTC'`);
    expect(text).not.toMatch(/heldSince|teamId/);
  });

  it('counts the bytes of the texts in a response', () => {
    const size = (name: string) => `coalesce(octet_length(page.${name}), 0)`;
    expect(definition.bytes('page').text).toBe(
      `(${size('title')} + ${size('note')} + ${size('token_prefix')} + 300)`,
    );
  });

  it('maps a row to the fields of a response', () => {
    type Row = RowOf<typeof definition>;
    expectTypeOf<Row['closedAt']>().toEqualTypeOf<string | null>();
    expectTypeOf<Row>().not.toHaveProperty('teamId');
    const at = '2026-01-31T00:00:00.000Z';
    const row: Row = {
      id: 'a',
      title: 'Title',
      note: null,
      prefix: 'cb_',
      count: 2,
      createdAt: at,
      closedAt: null,
      heldSince: at,
    };
    const item = definition.toContract(row);
    expectTypeOf(item.closedAt).toEqualTypeOf<string | null>();
    expect(item).toEqual({
      id: 'a',
      title: 'Title',
      note: null,
      prefix: 'cb_',
      count: 2,
      createdAt: at,
      closedAt: null,
    });
  });
});
