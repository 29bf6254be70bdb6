import { lazyPart } from '#lib/lazy/lazy-part.tsx';

/** `DeleteTaskDialog`, loaded with its first rendering. */
export const DeleteTaskDialog = lazyPart(
  async () => (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
);
