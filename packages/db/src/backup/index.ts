export { listBackups } from './backup-folder.ts';
export { createBackup } from './create-backup.ts';
export type { Manifest } from './manifest.ts';
export { clearFailure, readBackups, recordFailure } from './read-backups.ts';
export { restoreBackup } from './restore-backup.ts';
export { rotateBackups } from './rotate-backups.ts';
export { verifyBackup } from './verify-backup.ts';
