'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useUpdateTask } from '#domain/board/changes/task-mutations.ts';
import { assigneeOptions, toGroups } from '#domain/team/assignee-options.ts';
import { useTeam } from '#domain/team/team.tsx';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';

interface AssignDialogProps {
  task: BoardTask;
  onClose: () => void;
  onAssigned: () => void;
}

/** Assigns a task to a person or to an active agent. Paused agents come last. */
export function AssignDialog({ task, onClose, onAssigned }: AssignDialogProps) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data ?? [];
  const people = useQuery(trpc.members.names.queryOptions({ teamId })).data ?? [];
  const update = useUpdateTask(task);
  const [chosen, setChosen] = useState<string | null>(null);
  const eligible = agents.filter(({ id, status }) => status === 'active' && id !== task.assignedAgentId);
  const isPerson = people.some(({ id }) => id === chosen);

  return (
    <Dialog onClose={onClose} title={`Assign ${quote(task.title)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!chosen) return;
          void update(isPerson ? { assignedMemberId: chosen } : { assignedAgentId: chosen });
          onAssigned();
        }}
      >
        <Select
          data={toGroups(assigneeOptions({ people, agents: eligible }, useAccountId()))}
          data-autofocus
          label="Assignee"
          nothingFoundMessage="Nobody has this name"
          onChange={setChosen}
          searchable
          selectFirstOptionOnChange
          value={chosen}
        />
        <DialogActions isChanged={chosen !== null}>
          <Button disabled={!chosen} type="submit">
            Assign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
