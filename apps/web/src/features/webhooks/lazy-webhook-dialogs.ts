import { lazyPart } from '#lib/lazy/lazy-part.tsx';

/** In a file of its own, so that the list and the page of an endpoint share one lazy part. */
export const WebhookDialogs = lazyPart(async () => (await import('./webhook-dialogs.tsx')).WebhookDialogs);
