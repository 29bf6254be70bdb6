import { z } from 'zod';

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
