import { type Agent, recordedAgentFields } from '@crewboard/contracts';
import type { AgentModel } from '@crewboard/db';
import { changeRecord, type RecordDecision, stampOf } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { toChanges } from '../administration/write-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { writeAgentEvent } from './agent-row.ts';

/** The columns that a rule may set: all except `lastFailures`, which a worker counts from the log. */
export type AgentColumns = Partial<Omit<AgentModel, 'lastFailures'>>;

type Change = {
  decide: (agent: AgentModel, now: Date) => RecordDecision<AgentColumns>;
  /** Fields of the response that the database does not store in clear. */
  secrets?: object;
};

/** Changes an agent of the caller's team as `decide` says. Undefined if it changes nothing. Throws NOT_FOUND. */
export const changeAgent = (
  ctx: VerbContext,
  agentId: string,
  { decide, secrets }: Change,
): Promise<Agent | undefined> =>
  changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'agents', agentId),
    read: (client) => client.agent.findFirst({ where: { id: agentId, teamId: ctx.actor.teamId } }),
    decide,
    write: (transaction, agent, set) =>
      transaction.client.agent.updateMany({
        where: { id: agent.id, revision: agent.revision },
        data: { ...set, ...stampOf(agent, transaction) },
      }),
    writeEvent: (transaction, agent, { type, set }) => {
      const changes = toChanges(agent, set, recordedAgentFields);
      return writeAgentEvent(ctx, transaction, { id: agentId, type, changes, ...(secrets && { secrets }) });
    },
  });
