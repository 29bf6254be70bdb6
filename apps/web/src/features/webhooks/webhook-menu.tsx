'use client';

import type { Webhook } from '@crewboard/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { endpointName } from '#domain/webhooks/endpoint-name.ts';
import { useEnableWebhook } from '#domain/webhooks/webhook-mutations.tsx';
import type { WebhookDialog } from './webhook-dialogs.tsx';

interface WebhookMenuProps {
  webhook: Webhook;
  onOpen: (dialog: WebhookDialog) => void;
  /** Absent where a button beside the menu sends the test. */
  onTest?: () => void;
}

/** The actions on an endpoint; those with consequences ask first. */
export function WebhookMenu({ webhook, onOpen, onTest }: WebhookMenuProps) {
  const { enable, isPending } = useEnableWebhook();
  const open = (kind: 'edit' | 'rotate' | 'disable' | 'delete') => () => onOpen({ kind, webhook });
  const icon = { 'aria-hidden': true, size: 15 };

  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${endpointName(webhook.url)}`}
          color="gray"
          loading={isPending}
          variant="subtle"
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onTest && webhook.enabled && (
          <Menu.Item leftSection={<IconSend {...icon} />} onClick={onTest}>
            Send test
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={open('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={open('rotate')}>
          Rotate secret
        </Menu.Item>
        {webhook.enabled ? (
          <Menu.Item leftSection={<IconPlayerStop {...icon} />} onClick={open('disable')}>
            Disable
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={() => enable(webhook.id)}>
            Enable
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="var(--color-bad)" leftSection={<IconTrash {...icon} />} onClick={open('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
