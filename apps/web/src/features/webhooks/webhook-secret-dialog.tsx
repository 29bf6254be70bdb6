'use client';

import { secretOverlapHours, type WebhookWithSecret } from '@crewboard/contracts';
import { TitledCommands } from '#components/code/command-block.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { hostOf } from '#domain/webhooks/endpoint-name.ts';
import { SendTestLine } from './send-test.tsx';
import { verificationSnippets } from './verification.ts';

interface WebhookSecretDialogProps {
  webhook: WebhookWithSecret;
  isNew: boolean;
  onClose: () => void;
}

export function WebhookSecretDialog({ webhook, isNew, onClose }: WebhookSecretDialogProps) {
  return (
    <SecretDialog
      kind="secret"
      lead={
        isNew
          ? 'This secret is shown once. The receiver verifies deliveries with it.'
          : `This secret is shown once. Deliveries are signed with the old one as well for ${secretOverlapHours} hours: give the new secret to the receiver within that time.`
      }
      onClose={onClose}
      secret={webhook.secret}
      title={`The secret of ${hostOf(webhook.url)}`}
    >
      {(onCopied) => (
        <>
          <TitledCommands commands={verificationSnippets(webhook.secret)} onCopied={onCopied} />
          {webhook.enabled && <SendTestLine webhookId={webhook.id} />}
        </>
      )}
    </SecretDialog>
  );
}
