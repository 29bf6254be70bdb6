import type { Webhook } from '@crewboard/contracts';
import {
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { ActionsMenu } from '#components/lists/actions-menu.tsx';
import { endpointName } from '#domain/webhooks/endpoint-name.ts';
import { useEnableWebhook } from '#domain/webhooks/webhook-mutations.tsx';
import type { OpenWebhookDialog, WebhookAction } from './webhook-dialogs.tsx';

interface WebhookMenuProps {
  webhook: Webhook;
  onOpen: (dialog: OpenWebhookDialog) => void;
  /** Absent where a button beside the menu sends the test. */
  onTest?: () => void;
}

/** The actions on an endpoint; those with consequences ask first. */
export function WebhookMenu({ webhook, onOpen, onTest }: WebhookMenuProps) {
  const { enable, isPending } = useEnableWebhook();
  const open = (kind: WebhookAction) => () => onOpen({ kind, webhook });
  return (
    <ActionsMenu
      actions={[
        onTest !== undefined && webhook.enabled && { Icon: IconSend, label: 'Send test', onClick: onTest },
        { Icon: IconPencil, label: 'Edit', onClick: open('edit') },
        { Icon: IconKey, label: 'Rotate secret', onClick: open('rotate') },
        webhook.enabled
          ? { Icon: IconPlayerStop, label: 'Disable', onClick: open('disable') }
          : { Icon: IconPlayerPlay, label: 'Enable', onClick: () => enable(webhook.id) },
        'divider',
        { Icon: IconTrash, isDestructive: true, label: 'Delete', onClick: open('delete') },
      ]}
      isBusy={isPending}
      subject={endpointName(webhook.url)}
      width={190}
    />
  );
}
