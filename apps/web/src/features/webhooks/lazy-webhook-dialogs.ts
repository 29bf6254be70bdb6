'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

export const WebhookDialogs = lazyPart(async () => (await import('./webhook-dialogs.tsx')).WebhookDialogs);
