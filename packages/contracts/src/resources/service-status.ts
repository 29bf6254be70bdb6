import { z } from 'zod';
import { oneOf, Time } from '../schemas/values.ts';

/** Whether the service is ready: all checks pass. */
export const ServiceStatus = z
  .strictObject({
    ready: z.boolean(),
    version: z.string(),
    commit: z.string().nullable().meta({ description: 'The first 12 digits, null if unknown.' }),
    checks: z.strictObject({
      database: z.boolean().meta({ description: 'PostgreSQL responds to a read within a second.' }),
      writable: z.boolean().meta({ description: 'PostgreSQL commits a write within a second.' }),
      migrations: z.boolean().meta({ description: 'All migrations are applied.' }),
      draining: z.boolean().meta({ description: 'The process is stopping.' }),
    }),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/**
 * `late`: the newest backup is twice BACKUP_EVERY old; `failed`: the last backup failed; `unreadable`: BACKUP_DIR is.
 */
const BackupProblem = oneOf(['late', 'failed', 'unreadable']);

/** The state of the backups in BACKUP_DIR, for operators. */
export const BackupHealth = z.strictObject({
  /** Null without a problem, for callers who are not operators, and in a process without BACKUP_DIR. */
  problem: BackupProblem.nullable(),
  /** Null without a backup. */
  lastBackupAt: Time.nullable(),
  /** Why the backup failed, or why the folder cannot be read. */
  cause: z.string().nullable(),
});
export type BackupHealth = z.infer<typeof BackupHealth>;
