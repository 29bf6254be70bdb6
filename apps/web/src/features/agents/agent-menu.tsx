'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
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
  const icon = { 'aria-hidden': true, size: 15 };

  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${agent.name}`} color="gray" variant="subtle">
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={open('edit')}>
          Edit
        </Menu.Item>
        {active && (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={open('rotate')}>
            {agent.tokenPrefix ? 'Rotate token' : 'Create a token'}
          </Menu.Item>
        )}
        {agent.tasksInProgress.count > 0 && (
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={open('release')}>
            Release {taskCountLabel(agent.tasksInProgress)}
          </Menu.Item>
        )}
        <Menu.Divider />
        {active ? (
          <Menu.Item
            color="var(--color-bad)"
            leftSection={<IconPlayerStop {...icon} />}
            onClick={open('deactivate')}
          >
            Deactivate
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={open('reactivate')}>
            Reactivate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
