import {
  defineStatement,
  type Expression,
  empty,
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

type Expiring = {
  table: 'agents' | 'api_keys';
  /** The column with the end of the credential. */
  expiresAt: string;
  /** SQL: whether a row that has not expired is still in use. */
  isInUse: Sql;
  /** SQL: the CTEs that the snapshot needs, each with a comma. */
  ctes: (teamId: Expression) => Sql;
  event: Pick<Parameters<typeof recordEvent>[0], 'type' | 'subject' | 'snapshot'>;
};

const defineWarning = ({ table, expiresAt, isInUse, ctes, event }: Expiring) => ({
  due: defineStatement<object, Due>(
    () => sql`
  select id, team_id as "teamId" from ${raw(table)}
  where expiry_warning_at <= now() and ${isTeamThere(`${table}.team_id`)} order by expiry_warning_at limit ${raw(String(batchSize))}`,
  ),
  /** Also sets the next warning, if any. The locked row decides: of many processes, one writes the event. */
  warn: defineStatement<Params, { isWarned: boolean }>(
    (p) => sql`
  with ${ctes(p.teamId)}${lockSubject(table, { id: p.id, teamId: p.teamId })},
  target as (
    select * from ${raw(table)} where id = ${p.id} and team_id = ${p.teamId} and ${acquireLock}
      and expiry_warning_at <= clock_timestamp() for no key update),
  checked as (
    update ${raw(table)} set expiry_warning_at = next_expiry_warning(target.${raw(expiresAt)})
    from target where ${raw(table)}.id = target.id
    returning ${raw(table)}.*),
  expiring as (select * from checked where ${raw(expiresAt)} > clock_timestamp() and ${isInUse}),
  event as (${recordEvent({
    actor: p,
    ...event,
    before: 'target',
    after: 'expiring',
    changes: expiresInDays(raw(`expiring.${expiresAt}`)),
  })})
  select exists (select from expiring) as "isWarned"`,
  ),
});

const warnings = [
  defineWarning({
    table: 'agents',
    expiresAt: 'token_expires_at',
    isInUse: raw('true'),
    ctes: (teamId) => sql`${uncountedCompletions(teamId)},`,
    event: { type: 'agent.token_expiring', subject: 'agent', snapshot: agentRow.snapshot },
  }),
  defineWarning({
    table: 'api_keys',
    expiresAt: 'expires_at',
    isInUse: raw('revoked_at is null'),
    ctes: () => empty,
    event: { type: 'api_key.expiring', subject: 'api_key', snapshot: apiKeyRow.snapshot },
  }),
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
