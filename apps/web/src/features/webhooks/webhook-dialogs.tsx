import { secretOverlapHours, type Webhook, type WebhookWithSecret } from '@crewboard/contracts';
import { TitledCommands } from '#components/code/command-block.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { endpointName, hostOf } from '#domain/webhooks/endpoint-name.ts';
import { useDeleteWebhook, useRotateSecret, useUpdateWebhook } from '#domain/webhooks/webhook-mutations.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { showSuccess } from '#lib/notices/show-success.ts';
import { WebhookForm } from './form/webhook-form.tsx';
import { SendTestLine } from './send-test.tsx';
import { verificationSnippets } from './verification.ts';

export type WebhookAction = 'edit' | 'rotate' | 'disable' | 'delete';

/** The open dialog. Only this state holds a new secret, which is lost when the dialog closes. */
export type OpenWebhookDialog =
  | { kind: 'create'; webhook?: undefined }
  | { kind: WebhookAction; webhook: Webhook }
  | { kind: 'secret'; webhook: WebhookWithSecret; isNew: boolean };

interface WebhookDialogsProps {
  dialog: OpenWebhookDialog;
  onOpen: (dialog: OpenWebhookDialog) => void;
  onClose: () => void;
  /** Called once the endpoint is deleted: its page leads to the list then. By default, closes the dialog. */
  onDeleted?: () => void;
}

/** The open dialog of the page. One component for all dialogs, so that they load as one chunk. */
export function WebhookDialogs({ dialog, onOpen, onClose, onDeleted = onClose }: WebhookDialogsProps) {
  const showSecret = (isNew: boolean) => (webhook: WebhookWithSecret) =>
    onOpen({ kind: 'secret', webhook, isNew });

  switch (dialog.kind) {
    case 'create':
    case 'edit':
      return <WebhookForm onClose={onClose} onCreated={showSecret(true)} webhook={dialog.webhook} />;
    case 'rotate':
      return <RotateDialog onClose={onClose} onDone={showSecret(false)} webhook={dialog.webhook} />;
    case 'disable':
      return <DisableDialog onClose={onClose} webhook={dialog.webhook} />;
    case 'delete':
      return <DeleteDialog onClose={onClose} onDone={onDeleted} webhook={dialog.webhook} />;
    case 'secret':
      return <WebhookSecretDialog isNew={dialog.isNew} onClose={onClose} webhook={dialog.webhook} />;
  }
}

interface ActionDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

interface RotateDialogProps extends ActionDialogProps {
  onDone: (webhook: WebhookWithSecret) => void;
}

function RotateDialog({ webhook, onClose, onDone }: RotateDialogProps) {
  const rotateSecret = useRotateSecret();
  return (
    <ConfirmDialog
      confirmLabel="Rotate secret"
      isBusy={rotateSecret.isPending}
      onClose={onClose}
      onConfirm={() => rotateSecret.mutate({ webhookId: webhook.id }, { onSuccess: onDone })}
      title={`Rotate the secret of ${hostOf(webhook.url)}?`}
    >
      The new one is shown once. For {secretOverlapHours} hours deliveries are signed with the old one as
      well, so that the receiver can change over without missing any.
      {webhook.previousSecretUntil && ' The secret from before the last rotation ends at once.'}
    </ConfirmDialog>
  );
}

function DisableDialog({ webhook, onClose }: ActionDialogProps) {
  const updateWebhook = useUpdateWebhook();
  const handlers = { onSuccess: onClose, onError: showError };
  return (
    <ConfirmDialog
      confirmLabel="Disable"
      isBusy={updateWebhook.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => updateWebhook.mutate({ webhookId: webhook.id, enabled: false }, handlers)}
      title={`Disable ${hostOf(webhook.url)}?`}
    >
      Nothing more is sent to it. Pending deliveries wait until it is enabled again; events that happen
      meanwhile create no deliveries, but can be recovered afterwards.
    </ConfirmDialog>
  );
}

function DeleteDialog({ webhook, onClose, onDone }: ActionDialogProps & { onDone: () => void }) {
  const deleteWebhook = useDeleteWebhook();
  return (
    <ConfirmDialog
      confirmLabel="Delete endpoint"
      // After success, the dialog stays until the next page is loaded.
      isBusy={deleteWebhook.isPending || deleteWebhook.isSuccess}
      isDestructive
      onClose={onClose}
      onConfirm={() =>
        deleteWebhook.mutate(
          { webhookId: webhook.id },
          {
            onSuccess() {
              showSuccess(`Deleted the endpoint ${endpointName(webhook.url)}.`);
              onDone();
            },
          },
        )
      }
      title={`Delete ${hostOf(webhook.url)}?`}
    >
      Pending deliveries to {endpointName(webhook.url)} are not sent, and its delivery log and its secret are
      deleted. This cannot be undone; disabling it can.
    </ConfirmDialog>
  );
}

interface WebhookSecretDialogProps {
  webhook: WebhookWithSecret;
  isNew: boolean;
  onClose: () => void;
}

function WebhookSecretDialog({ webhook, isNew, onClose }: WebhookSecretDialogProps) {
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
