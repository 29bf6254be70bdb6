import {
  defineStatement,
  type Expressions,
  type Queryable,
  queryMany,
  queryOne,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { isTeamThere } from '#src/is-team-there.ts';
import { agentRow } from '../agents/agent-row.ts';
import { apiKeyRow } from '../api-keys/api-key-row.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';

/** Tokens or keys of one round. */
const batchSize = 100;

type Params = EventActorParams & { id: string };
type Due = { id: string; teamId: string };

/**
 * SQL: the warning as a change, which no field of the subject shows: { expiresInDays: { after: 14 } }.
 */
const expiresInDays = (expiresAt: Sql) => sql`jsonb_build_object('expiresInDays', jsonb_build_object(
      'after', ceil(extract(epoch from ${expiresAt} - clock_timestamp()) / 86400)::int))`;

const selectDue = (table: 'agents' | 'api_keys') =>
  defineStatement<object, Due>(
    () => sql`
  select id, team_id as "teamId" from ${raw(table)}
  where expiry_warning_at <= now() and ${isTeamThere(`${table}.team_id`)} order by expiry_warning_at limit ${raw(String(batchSize))}`,
  );

/** The warning after this one, if any. The locked row decides: of many processes, one writes the event. */
const setNextWarning = (table: 'agents' | 'api_keys', column: string) => sql`
    update ${raw(table)} set expiry_warning_at = next_expiry_warning(target.${raw(column)})
    from target where ${raw(table)}.id = target.id
    returning ${raw(table)}.*`;

const isDue = sql`expiry_warning_at <= clock_timestamp() for no key update`;

const ofRow = (p: Expressions<Params>) => sql`id = ${p.id} and team_id = ${p.teamId}`;

const warnings = [
  {
    due: selectDue('agents'),
    warn: defineStatement<Params, { isWarned: boolean }>(
      (p) => sql`
  with ${uncountedCompletions(p.teamId)},
  ${lockSubject('agents', { id: p.id, teamId: p.teamId })},
  target as (select * from agents where ${ofRow(p)} and ${acquireLock} and ${isDue}),
  checked as (${setNextWarning('agents', 'token_expires_at')}),
  expiring as (select * from checked where token_expires_at > clock_timestamp()),
  event as (${recordEvent({
    actor: p,
    type: 'agent.token_expiring',
    subject: 'agent',
    snapshot: agentRow.snapshot,
    before: 'target',
    after: 'expiring',
    changes: expiresInDays(raw('expiring.token_expires_at')),
  })})
  select exists (select from expiring) as "isWarned"`,
    ),
  },
  {
    due: selectDue('api_keys'),
    warn: defineStatement<Params, { isWarned: boolean }>(
      (p) => sql`
  with ${lockSubject('api_keys', { id: p.id, teamId: p.teamId })},
  target as (select * from api_keys where ${ofRow(p)} and ${acquireLock} and ${isDue}),
  checked as (${setNextWarning('api_keys', 'expires_at')}),
  expiring as (select * from checked where expires_at > clock_timestamp() and revoked_at is null),
  event as (${recordEvent({
    actor: p,
    type: 'api_key.expiring',
    subject: 'api_key',
    snapshot: apiKeyRow.snapshot,
    before: 'target',
    after: 'expiring',
    changes: expiresInDays(raw('expiring.expires_at')),
  })})
  select exists (select from expiring) as "isWarned"`,
    ),
  },
];

const system = { actorKind: 'system', actorId: null, requestId: null } as const;

/**
 * Writes the events about tokens and keys that expire in 14 or 3 days, each once. A token that is made with less time
 * left has only the warnings ahead of it; one whose warnings were missed, because no process ran, has a single late
 * one. Returns how many events it wrote, and whether there may be more to do. Any number of processes may do this at
 * once.
 */
export async function warnOfExpiry(db: Queryable): Promise<{ count: number; hasMore: boolean }> {
  let count = 0;
  let hasMore = false;
  for (const { due, warn } of warnings) {
    const rows = await queryMany(db, due, {});
    hasMore ||= rows.length === batchSize;
    for (const row of rows) {
      const outcome = await queryOne(db, warn, { ...system, ...row });
      if (outcome?.isWarned) count += 1;
    }
  }
  return { count, hasMore };
}
