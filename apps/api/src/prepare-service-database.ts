import { prepareDatabase } from '@crewboard/db';
import type { Logger } from 'pino';

type Env = { DATABASE_URL: string; DATABASE_OWNER_URL?: string };

/**
 * Applies migrations if this process may, logs their progress, and warns if the role of DATABASE_URL can change the
 * schema. Throws when migrations are missing and this process may not apply them.
 */
export async function prepareServiceDatabase(env: Env, log: Logger): Promise<void> {
  const { name, canChangeSchema } = await prepareDatabase({
    url: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL,
    log: (fields, message) => log.info(fields, message),
  });
  if (!canChangeSchema) return;
  log.warn(
    { role: name },
    'The role of DATABASE_URL can change the schema of the database, and so could the service. Make a role that cannot, ' +
      'and set DATABASE_OWNER_URL to the present one: docs/operations.md has the SQL ("Two roles").',
  );
}
