import type { AgentOverview } from '@crewboard/contracts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { formatCount } from '#lib/format/format-count.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useDeactivateAgent } from '../data/agent-mutations.ts';
import { taskCountLabel } from '../task-count-label.ts';

/** Deactivates an agent, which revokes its token, and releases its tasks unless the person declines. */
export function DeactivateAgentDialog({ agent, onClose }: { agent: AgentOverview; onClose: () => void }) {
  const held = agent.tasksInProgress;
  const [isChecked, setChecked] = useState(true);
  const { deactivate, isPending } = useDeactivateAgent(onClose);
  const holdsTasks = held.count > 0;
  const releasesTasks = holdsTasks && isChecked;

  return (
    <ConfirmDialog
      confirmLabel={releasesTasks ? 'Deactivate and release' : 'Deactivate'}
      isBusy={isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => deactivate(agent.id, { releasesTasks })}
      options={
        holdsTasks && (
          <Checkbox
            checked={isChecked}
            description="They go back to To do, where any agent can claim them. Otherwise those with a lease go back within a second, and the agent keeps the others, in progress."
            label={`Release ${held.count === 1 ? 'it' : `all ${formatCount(held)}`}`}
            mt="md"
            onChange={(event) => setChecked(event.currentTarget.checked)}
          />
        )
      }
      title={`Deactivate ${isolate(agent.name)}?`}
    >
      Its token is revoked at once and cannot be restored. After reactivation, the agent needs a new token.{' '}
      {holdsTasks ? `It holds ${taskCountLabel(held)} in progress.` : 'It holds no tasks.'}
    </ConfirmDialog>
  );
}
