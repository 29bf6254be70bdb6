'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { tasks } from './task-words.ts';
import { useAgents } from './use-agents.ts';
import { useDeactivateAgent } from './use-deactivate-agent.ts';

export function DeactivateAgentDialog({ agent, onClose }: { agent: AgentOverview; onClose: () => void }) {
  // It may have claimed or completed since the dialog was opened.
  const known = useAgents().data?.find(({ id }) => id === agent.id) ?? agent;
  const [givesBack, setGivesBack] = useState(true);
  const deactivate = useDeactivateAgent(onClose);
  const held = known.tasksInProgress;

  return (
    <Dialog
      holdOpen={deactivate.busy}
      onClose={deactivate.busy ? () => {} : onClose}
      title={`Deactivate ${agent.name}?`}
    >
      <Text size="sm">
        Its token ends at once and does not come back: reactivated, it needs a new one.{' '}
        {held === 0 ? 'It holds no tasks.' : `It holds ${tasks(held)} in progress.`}
      </Text>
      {held > 0 && (
        <Checkbox
          checked={givesBack}
          description="They go back to To do, where any agent can claim them. Otherwise they stay with it, in progress."
          label={`Give ${held === 1 ? 'it' : `all ${formatNumber(held)}`} back`}
          mt="md"
          onChange={(event) => setGivesBack(event.currentTarget.checked)}
        />
      )}
      <DialogActions busy={deactivate.busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={deactivate.busy}
          onClick={() => deactivate.run(agent.id, { giveBack: held > 0 && givesBack })}
        >
          {held > 0 && givesBack ? 'Deactivate and give back' : 'Deactivate'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
