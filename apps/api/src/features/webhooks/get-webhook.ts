import type { Webhook, WebhookTarget } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { findWebhook } from './find-webhook.ts';

export const getWebhook = ({ ctx, input }: Call<typeof WebhookTarget>): Promise<Webhook> =>
  findWebhook(ctx, input.webhookId);
