'use client';

import { type AgentOverview, canManage } from '@crewboard/contracts';
import {
  IconArrowBackUp,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
} from '@tabler/icons-react';
import { Action, ActionsDivider, ActionsMenu } from '#components/lists/actions-menu.tsx';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { useTeam } from '#domain/team/team.tsx';
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
  const manages = canManage(useTeam().role);
  const change = useChangePause();
  const target = { kind: 'agent', id: agent.id, name: agent.name } as const;
  const tokenLabel = agent.tokenPrefix ? 'Rotate token' : 'Create a token';
  const releaseLabel = `Release ${taskCountLabel(agent.tasksInProgress)}`;
  return (
    <ActionsMenu subject={agent.name} width={210}>
      {manages && <Action Icon={IconPencil} label="Edit" onClick={open('edit')} />}
      {manages && active && <Action Icon={IconKey} label={tokenLabel} onClick={open('rotate')} />}
      {manages && agent.tasksInProgress.count > 0 && (
        <Action Icon={IconArrowBackUp} label={releaseLabel} onClick={open('release')} />
      )}
      {agent.paused ? (
        <Action
          Icon={IconPlayerTrackNext}
          label="Resume"
          onClick={() => change.mutate({ target, request: null })}
        />
      ) : (
        <Action Icon={IconPlayerPause} label="Pause" onClick={open('pause')} />
      )}
      {manages && <ActionsDivider />}
      {manages && active && (
        <Action Icon={IconPlayerStop} isDestructive label="Deactivate" onClick={open('deactivate')} />
      )}
      {manages && !active && <Action Icon={IconPlayerPlay} label="Reactivate" onClick={open('reactivate')} />}
    </ActionsMenu>
  );
}
