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
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';
import { agentRow } from '../agents/agent-row.ts';
import { apiKeyRow } from '../api-keys/api-key-row.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';

/** The maximum of tokens, and of keys, in one round. */
const batchSize = 100;

type Params = EventActorParams & { id: string };
type Due = { id: string; teamId: string };

/** SQL: the `changes` of a warning, { expiresInDays: { after: 14 } }. The subject itself has no such field. */
const expiresInDays = (expiresAt: Sql) => sql`jsonb_build_object('expiresInDays', jsonb_build_object(
      'after', ceil(extract(epoch from ${expiresAt} - clock_timestamp()) / 86400)::int))`;

type CredentialTable = {
  table: 'agents' | 'api_keys';
  /** The column with the end of the credential. */
  expiresAt: string;
  /** SQL: whether a row that has not expired is still in use. */
  isInUse: Sql;
  /** SQL: the CTEs that the snapshot needs, each with a comma. */
  ctes: (teamId: Expression) => Sql;
  event: Pick<Parameters<typeof recordEvent>[0], 'type' | 'subject' | 'snapshot'>;
};

const defineWarning = ({ table, expiresAt, isInUse, ctes, event }: CredentialTable) => ({
  due: defineStatement<object, Due>(
    () => sql`
  select id, team_id as "teamId" from ${raw(table)}
  where expiry_warning_at <= now() and ${isTeamNotDeleted(`${table}.team_id`)} order by expiry_warning_at limit ${raw(String(batchSize))}`,
  ),
  /**
   * Sets the time of the next warning, and writes the event unless the credential has ended or is not in use. Checks
   * the row after locking it: only one of several processes writes.
   */
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
 * Writes an event for each token and key that expires in 14 days, and another at 3 days, each once. A token that is
 * made later has only the warnings that are still ahead. If no process ran at the time, one late warning is written.
 * Returns the number of events, and whether there may be more to do. Any number of processes may call it at the same
 * time.
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
