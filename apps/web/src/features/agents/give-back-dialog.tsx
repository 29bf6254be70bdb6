'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { tasks } from './task-words.ts';
import { useGiveBackTasks } from './use-give-back-tasks.ts';

export function GiveBackDialog({ agent, onClose }: { agent: AgentOverview; onClose: () => void }) {
  const giveBack = useGiveBackTasks();
  const busy = giveBack.isPending;
  const held = tasks(agent.tasksInProgress);

  return (
    <Dialog isBusy={busy} onClose={onClose} title={`Give back what ${agent.name} holds?`}>
      <Text size="sm">
        {agent.name} holds {held} in progress. Given back, they go to To do, assigned to nobody, where any
        agent can claim them.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          data-autofocus
          loading={busy}
          onClick={() => giveBack.mutate({ agentId: agent.id }, { onSuccess: onClose })}
        >
          Give back {held}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
