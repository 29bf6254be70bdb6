'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

/** Only operators load its code. */
export const BackupNotice = lazyPart(
  async () => (await import('#features/backups/backup-notice.tsx')).BackupNotice,
);
