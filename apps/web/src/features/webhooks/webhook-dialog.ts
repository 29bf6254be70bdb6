import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';

export type WebhookAction = 'edit' | 'rotate' | 'disable' | 'delete';

/** Which dialog about endpoints is open. The secret lives here alone and is gone with the dialog. */
export type WebhookDialog =
  | { kind: 'create' }
  | { kind: WebhookAction; webhook: Webhook }
  | { kind: 'secret'; webhook: WebhookWithSecret; isNew: boolean };

export type OpenWebhookDialog = (dialog: WebhookDialog) => void;
