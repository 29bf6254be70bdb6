import type { AgentOverview } from '@crewboard/contracts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OpenAgentDialog } from './agent-dialog.ts';
import { tasks } from './task-words.ts';

interface AgentNoticeProps {
  agent: AgentOverview;
  onOpen: OpenAgentDialog;
}

/** What keeps this agent, or the tasks it holds, from going on. */
export function AgentNotice({ agent, onOpen }: AgentNoticeProps) {
  const icon = <IconAlertTriangle aria-hidden color="var(--color-warn)" size={16} />;

  if (agent.status === 'active' && !agent.tokenPrefix) {
    return (
      <Alert variant="default" icon={icon} title="It has no token">
        Active, but it cannot call the API until it has one.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'rotate', agent })} size="xs" variant="default">
          Make a token
        </Button>
      </Alert>
    );
  }
  if (agent.status === 'inactive' && agent.tasksInProgress > 0) {
    return (
      <Alert variant="default" icon={icon} title={`Inactive, and it holds ${tasks(agent.tasksInProgress)}`}>
        No other agent can claim them until they are given back.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'giveBack', agent })} size="xs" variant="default">
          Give back
        </Button>
      </Alert>
    );
  }
  return null;
}
