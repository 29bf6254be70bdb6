import type { Webhook, WebhookTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { findWebhook } from './find-webhook.ts';

type Call = { ctx: VerbContext; input: z.output<typeof WebhookTarget> };

export const getWebhook = ({ ctx, input }: Call): Promise<Webhook> => findWebhook(ctx, input.webhookId);
