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
import { ActionsMenu } from '#components/lists/actions-menu.tsx';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { useTeam } from '#domain/team/team.tsx';
import type { AgentAction, OpenAgentDialog } from './dialogs/agent-dialogs.tsx';
import { taskCountLabel } from './task-count-label.ts';

interface AgentMenuProps {
  agent: AgentOverview;
  onOpenDialog: OpenAgentDialog;
}

/** The menu with the actions on an agent. All but Resume open a dialog. */
export function AgentMenu({ agent, onOpenDialog }: AgentMenuProps) {
  const open = (kind: AgentAction) => () => onOpenDialog({ kind, agent });
  const isActive = agent.status === 'active';
  const manages = canManage(useTeam().role);
  const changePause = useChangePause();
  const target = { kind: 'agent', id: agent.id, name: agent.name } as const;
  const resume = () => changePause.mutate({ target, request: null });
  const tokenLabel = agent.tokenPrefix ? 'Rotate token' : 'Create a token';
  const releaseLabel = `Release ${taskCountLabel(agent.tasksInProgress)}`;
  return (
    <ActionsMenu
      actions={[
        manages && { Icon: IconPencil, label: 'Edit', onClick: open('edit') },
        manages && isActive && { Icon: IconKey, label: tokenLabel, onClick: open('rotate') },
        manages &&
          agent.tasksInProgress.count > 0 && {
            Icon: IconArrowBackUp,
            label: releaseLabel,
            onClick: open('release'),
          },
        agent.paused
          ? { Icon: IconPlayerTrackNext, label: 'Resume', onClick: resume }
          : { Icon: IconPlayerPause, label: 'Pause', onClick: open('pause') },
        manages && 'divider',
        manages &&
          (isActive
            ? { Icon: IconPlayerStop, isDestructive: true, label: 'Deactivate', onClick: open('deactivate') }
            : { Icon: IconPlayerPlay, label: 'Reactivate', onClick: open('reactivate') }),
      ]}
      subject={agent.name}
      width={210}
    />
  );
}
