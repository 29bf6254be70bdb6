import {
  agentFailureThreshold,
  expiryWarningDays,
  type FailedAttempt,
  maxStuckThings,
  type StuckThing,
} from '@crewboard/contracts';
import { defineStatement, type Expression, raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { lastFailures } from '../last-failures.ts';
import { canWork } from '../tasks/next/next-facts.ts';

// SQL: things besides tasks that wait for a person, such as agents that fail and credentials that expire.

const limit = raw(`limit ${maxStuckThings}`);
/** How long before its end a credential counts as expiring. */
const warningPeriod = raw(`interval '${Math.max(...expiryWarningDays)} days'`);

type Thing = { reason: StuckThing['reason']; from: Sql; id?: Sql; name?: Sql; at?: Sql; failures?: Sql };

const selectThings = ({ reason, from, id, name, at, failures }: Thing): Sql => sql`(
    select ${raw(`'${reason}'`)} as reason, ${id ?? raw('null')} as id, ${name ?? raw('null')} as name,
      ${at ? jsonTime(at) : raw('null')} as at, ${failures ?? raw('null::jsonb')} as failures
    ${from} ${limit})`;

/** One row, if the team has tasks in the queue and no agent that can start them. */
const noWorkingAgent = (teamId: Expression): Sql =>
  selectThings({
    reason: 'no_working_agent',
    from: sql`from (select) as team
    where not exists (select from agents where agents.team_id = ${teamId} and ${canWork})
      and exists (select from tasks where tasks.team_id = ${teamId} and in_queue)`,
  });

/** Leaves out paused agents: they get no tasks, and the person who paused them knows. */
const failingAgents = (teamId: Expression): Sql =>
  selectThings({
    reason: 'agent_failing',
    ...{ id: raw('id'), name: raw('name'), failures: lastFailures },
    from: sql`from agents
    where agents.team_id = ${teamId} and status = 'active' and failures_in_row >= ${raw(String(agentFailureThreshold))}
      and not exists (
        select from pauses where pauses.team_id = agents.team_id and subject_id in (agents.team_id, agents.id))`,
  });

/** An active agent whose token has ended stays in the list: it cannot work until it gets another. */
const expiringTokens = (teamId: Expression): Sql =>
  selectThings({
    reason: 'token_expiring',
    ...{ id: raw('id'), name: raw('name'), at: raw('token_expires_at') },
    from: sql`from agents
    where agents.team_id = ${teamId} and status = 'active' and token_expires_at < now() + ${warningPeriod}`,
  });

/** A key that ended long ago is left out: probably nobody uses it any more. */
const expiringKeys = (teamId: Expression): Sql =>
  selectThings({
    reason: 'key_expiring',
    ...{ id: raw('id'), name: raw('name'), at: raw('expires_at') },
    from: sql`from api_keys
    where api_keys.team_id = ${teamId} and revoked_at is null
      and expires_at between now() - ${warningPeriod} and now() + ${warningPeriod}`,
  });

/** Shows only the host, because the path is often a secret. Leaves out endpoints that a person has disabled. */
const disabledWebhooks = (teamId: Expression): Sql =>
  selectThings({
    reason: 'webhook_disabled',
    ...{ id: raw('id'), name: raw(`substring(url from '^[A-Za-z]+://([^/?#]+)')`), at: raw('disabled_at') },
    from: sql`from webhooks
    where webhooks.team_id = ${teamId} and deleted_at is null and not enabled and disabled_reason <> 'switched_off'`,
  });

/** Only a failing agent has `failures`. */
export type StuckRow = Omit<StuckThing, 'failures'> & { failures: FailedAttempt[] | null };

const define = (others: (teamId: Expression) => Sql) =>
  defineStatement<{ teamId: string }, StuckRow>(
    ({ teamId }) => sql`
  ${noWorkingAgent(teamId)} union all ${failingAgents(teamId)} union all ${expiringTokens(teamId)} ${others(teamId)}`,
  );

/** The statements for callers that manage the team, and for other callers, who do not see keys and webhooks. */
export const stuckThings = {
  forManagers: define(
    (teamId) => sql`union all ${expiringKeys(teamId)} union all ${disabledWebhooks(teamId)}`,
  ),
  forOthers: define(() => raw('')),
};
