import { lazyPart } from '#lib/lazy/lazy-part.tsx';

/** In a file of its own, so that the components that open dialogs share one lazy part. */
export const MemberDialogs = lazyPart(async () => (await import('./member-dialogs.tsx')).MemberDialogs);
