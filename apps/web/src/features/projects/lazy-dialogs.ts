'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

export const ProjectDialog = lazyPart(async () => (await import('./project-dialog.tsx')).ProjectDialog);
export const ArchiveProjectDialog = lazyPart(
  async () => (await import('./archive-project-dialog.tsx')).ArchiveProjectDialog,
);
export const DeleteProjectDialog = lazyPart(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
);
export const InstructionsDialog = lazyPart(
  async () => (await import('./instructions-dialog.tsx')).InstructionsDialog,
);
