import type { AgentOverview } from '@crewboard/contracts';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { ExpiryLabel } from '#domain/expiry/expiry-label.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { AgentStateLabel, LastActive, TokenLabel } from './agent-labels.tsx';

export function AgentFacts({ agent }: { agent: AgentOverview }) {
  return (
    <FactList layout="columns">
      <Fact name="Status">
        <AgentStateLabel agent={agent} />
      </Fact>
      <Fact name="In progress">
        <TaskCount tasks={agent.tasksInProgress} />
      </Fact>
      <Fact name="Completed">{formatNumber(agent.taskCount)}</Fact>
      <Fact name="Last active">
        <LastActive at={agent.lastActiveAt} />
      </Fact>
      <Fact name="Token">
        <TokenLabel agent={agent} />
      </Fact>
      {agent.tokenPrefix && (
        <Fact name="Token expiry">
          {agent.tokenExpiresAt ? <ExpiryLabel time={agent.tokenExpiresAt} /> : 'Never expires'}
        </Fact>
      )}
      {agent.previousTokenUntil && (
        <Fact name="Previous token">
          <span>
            Ends <RelativeTime time={agent.previousTokenUntil} />
          </span>
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime time={agent.createdAt} />
      </Fact>
      <Fact name="ID">
        <FactId id={agent.id} subject="the agent’s id" />
      </Fact>
    </FactList>
  );
}
