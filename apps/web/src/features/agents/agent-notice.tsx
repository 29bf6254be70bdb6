import type { AgentOverview } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { Warning } from '../../components/warning.tsx';
import type { OpenAgentDialog } from './agent-dialogs.tsx';
import { taskCountLabel } from './task-count-label.ts';

interface AgentNoticeProps {
  agent: AgentOverview;
  onOpen: OpenAgentDialog;
}

/** Why this agent cannot work, or why its tasks are blocked. */
export function AgentNotice({ agent, onOpen }: AgentNoticeProps) {
  if (agent.status === 'active' && !agent.tokenPrefix) {
    return (
      <Warning title="It has no token">
        It is active, but it cannot call the API without one.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'rotate', agent })} size="xs" variant="default">
          Create a token
        </Button>
      </Warning>
    );
  }
  if (agent.status === 'inactive' && agent.tasksInProgress > 0) {
    return (
      <Warning title={`Inactive, and it holds ${taskCountLabel(agent.tasksInProgress)}`}>
        No other agent can claim them until they are released.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'release', agent })} size="xs" variant="default">
          Release
        </Button>
      </Warning>
    );
  }
  return null;
}
