import { z } from 'zod';
import { oneOf, Time } from '../schemas/values.ts';

/** Whether the service is ready for all requests: all checks pass. */
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

/** `late`: the newest is twice BACKUP_EVERY old; `failed`: the last attempt; `unreadable`: their folder. */
export const BackupProblem = oneOf(['late', 'failed', 'unreadable']);

/** What an operator has to know of the backups of BACKUP_DIR. */
export const BackupHealth = z.strictObject({
  /** Null while they are made, for all who are no operators, and where this process has no BACKUP_DIR. */
  problem: BackupProblem.nullable(),
  /** Null without one. */
  lastBackupAt: Time.nullable(),
  /** Why it failed, or why the folder cannot be read. */
  cause: z.string().nullable(),
});
export type BackupHealth = z.infer<typeof BackupHealth>;
