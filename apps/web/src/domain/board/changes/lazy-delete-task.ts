'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

export const DeleteTaskDialog = lazyPart(
  async () => (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
);
