import type { AgentOverview } from '@crewboard/contracts';
import { ExpiryLabel } from '../../components/expiry-label.tsx';
import { Fact, FactId, FactList } from '../../components/fact-list.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { TaskCount } from '../../components/task-count.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
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
      <Fact name="Id">
        <FactId id={agent.id} subject="the agent’s id" />
      </Fact>
    </FactList>
  );
}
