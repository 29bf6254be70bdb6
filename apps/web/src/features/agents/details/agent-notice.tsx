import type { AgentOverview } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { Warning } from '#components/notices/warning.tsx';
import { describeExpiry, expiryState, hasExpiryNotice } from '#domain/expiry/expiry.ts';
import { RenderTime, useNow } from '#lib/time/use-now.ts';
import type { OpenAgentDialog } from '../dialogs/agent-dialogs.tsx';
import { taskCountLabel } from '../task-count-label.ts';

interface AgentNoticeProps {
  agent: AgentOverview;
  onOpenDialog: OpenAgentDialog;
}

/** Warns that the agent cannot work, soon cannot work, or keeps tasks from others. Offers the dialog that solves it. */
export function AgentNotice({ agent, onOpenDialog }: AgentNoticeProps) {
  const now = useNow() ?? use(RenderTime);
  const rotate = () => onOpenDialog({ kind: 'rotate', agent });
  if (agent.status === 'active' && !agent.tokenPrefix) {
    return (
      <WarningWithAction action="Create a token" onAction={rotate} title="It has no token">
        It is active, but it cannot call the API without one.
      </WarningWithAction>
    );
  }
  if (agent.tokenExpiresAt && hasExpiryNotice(agent.tokenExpiresAt, now)) {
    const title = `Its token ${describeExpiry(agent.tokenExpiresAt, now)}`;
    return (
      <WarningWithAction action="Rotate token" onAction={rotate} title={title}>
        {expiryState(agent.tokenExpiresAt, now) === 'expired'
          ? 'It cannot call the API until you rotate its token.'
          : 'Rotate it with an overlap: the previous token stays valid while you replace it.'}
      </WarningWithAction>
    );
  }
  if (agent.status === 'inactive' && agent.tasksInProgress.count > 0) {
    return (
      <WarningWithAction
        action="Release"
        onAction={() => onOpenDialog({ kind: 'release', agent })}
        title={`Deactivated, but it still holds ${taskCountLabel(agent.tasksInProgress)}`}
      >
        No other agent can claim them until they are released.
      </WarningWithAction>
    );
  }
  return null;
}

interface WarningWithActionProps {
  title: string;
  children: ReactNode;
  action: string;
  onAction: () => void;
}

const WarningWithAction = ({ title, children, action, onAction }: WarningWithActionProps) => (
  <Warning title={title}>
    {children}
    <br />
    <Button mt="sm" onClick={onAction} variant="default">
      {action}
    </Button>
  </Warning>
);
