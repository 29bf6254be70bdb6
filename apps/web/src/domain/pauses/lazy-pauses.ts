import { lazyPart } from '#lib/lazy/lazy-part.tsx';

export const PauseDialog = lazyPart(async () => (await import('./pause-dialog.tsx')).PauseDialog);
export const PauseBanner = lazyPart(async () => (await import('./pause-banner.tsx')).PauseBanner);
