'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

/** The notice of late or failed backups, loaded lazily: only operators need its code. */
export const BackupNotice = lazyPart(
  async () => (await import('#features/backups/backup-notice.tsx')).BackupNotice,
);
