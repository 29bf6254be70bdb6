'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { IconArrowBackUp, IconKey, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { Action, ActionsDivider, ActionsMenu } from '#components/lists/actions-menu.tsx';
import type { AgentAction, OpenAgentDialog } from './agent-dialogs.tsx';
import { taskCountLabel } from './task-count-label.ts';

interface AgentMenuProps {
  agent: AgentOverview;
  onOpen: OpenAgentDialog;
}

/** The actions on an agent, each with a dialog. */
export function AgentMenu({ agent, onOpen }: AgentMenuProps) {
  const open = (kind: AgentAction) => () => onOpen({ kind, agent });
  const active = agent.status === 'active';
  const tokenLabel = agent.tokenPrefix ? 'Rotate token' : 'Create a token';
  const releaseLabel = `Release ${taskCountLabel(agent.tasksInProgress)}`;
  return (
    <ActionsMenu subject={agent.name} width={210}>
      <Action Icon={IconPencil} label="Edit" onClick={open('edit')} />
      {active && <Action Icon={IconKey} label={tokenLabel} onClick={open('rotate')} />}
      {agent.tasksInProgress.count > 0 && (
        <Action Icon={IconArrowBackUp} label={releaseLabel} onClick={open('release')} />
      )}
      <ActionsDivider />
      {active ? (
        <Action Icon={IconPlayerStop} isDestructive label="Deactivate" onClick={open('deactivate')} />
      ) : (
        <Action Icon={IconPlayerPlay} label="Reactivate" onClick={open('reactivate')} />
      )}
    </ActionsMenu>
  );
}
