'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { Warning } from '#components/notices/warning.tsx';
import { describeExpiry, expiryState, hasExpiryNotice } from '#domain/expiry/expiry.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useNow } from '#lib/time/use-now.ts';
import type { OpenAgentDialog } from '../dialogs/agent-dialogs.tsx';
import { taskCountLabel } from '../task-count-label.ts';

interface AgentNoticeProps {
  agent: AgentOverview;
  onOpen: OpenAgentDialog;
}

/** Why this agent cannot work, or why its tasks are blocked. */
export function AgentNotice({ agent, onOpen }: AgentNoticeProps) {
  const now = useNow() ?? serviceNow();
  if (agent.status === 'active' && !agent.tokenPrefix) {
    return (
      <Warning title="It has no token">
        It is active, but it cannot call the API without one.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'rotate', agent })} variant="default">
          Create a token
        </Button>
      </Warning>
    );
  }
  if (hasExpiryNotice(agent.tokenExpiresAt, now)) {
    const time = String(agent.tokenExpiresAt);
    return (
      <Warning title={`Its token ${describeExpiry(time, now)}`}>
        {expiryState(time, now) === 'expired'
          ? 'It cannot call the API until you rotate its token.'
          : 'Rotate it with an overlap: the previous token stays valid while you replace it.'}
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'rotate', agent })} variant="default">
          Rotate token
        </Button>
      </Warning>
    );
  }
  if (agent.status === 'inactive' && agent.tasksInProgress.count > 0) {
    return (
      <Warning title={`Deactivated, but it still holds ${taskCountLabel(agent.tasksInProgress)}`}>
        No other agent can claim them until they are released.
        <br />
        <Button mt="sm" onClick={() => onOpen({ kind: 'release', agent })} variant="default">
          Release
        </Button>
      </Warning>
    );
  }
  return null;
}
