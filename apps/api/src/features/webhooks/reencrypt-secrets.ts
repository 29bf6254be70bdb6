import type { SecretBox } from '@crewboard/app-secret';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';

/** Endpoints of one page. */
const pageSize = 100;

type StoredSecrets = { id: string; secret: string; previousSecret: string | null };

const selectPage = defineStatement<{ afterId: string }, StoredSecrets>(
  (p) => sql`
  select id, secret,
    case when previous_secret_until > now() then previous_secret end as "previousSecret"
  from webhooks where id > ${p.afterId} and deleted_at is null
  order by id limit ${raw(String(pageSize))}`,
);

type Column = 'secret' | 'previous_secret';

/** Keeps a secret that was rotated after it was read: the next pass finds the new one. */
const update = (column: Column) =>
  defineStatement<{ id: string; before: string; after: string }, object>(
    (p) => sql`
  update webhooks set ${raw(column)} = ${p.after} where id = ${p.id} and ${raw(column)} = ${p.before}`,
  );
const updates = { secret: update('secret'), previous_secret: update('previous_secret') };

/** The numbers of secrets that were encrypted with APP_SECRET, with APP_SECRET_PREVIOUS, and with neither. */
export type FoundSecrets = { current: number; previous: number; unknown: number };

/**
 * Encrypts with APP_SECRET those secrets of the next 100 endpoints that APP_SECRET_PREVIOUS encrypted, so that
 * operators can remove the latter. `lastId` is undefined after the last page. Several processes may run it at the same
 * time.
 */
export async function reencryptSecrets(
  db: Queryable,
  secretBox: SecretBox,
  afterId: string,
): Promise<{ found: FoundSecrets; lastId: string | undefined }> {
  const page = await queryMany(db, selectPage, { afterId });
  const found: FoundSecrets = { current: 0, previous: 0, unknown: 0 };
  for (const { id, secret, previousSecret } of page) {
    found[await reencrypt('secret', id, secret)] += 1;
    if (previousSecret !== null) found[await reencrypt('previous_secret', id, previousSecret)] += 1;
  }
  return { found, lastId: page.length === pageSize ? page.at(-1)?.id : undefined };

  async function reencrypt(column: Column, id: string, sealed: string): Promise<keyof FoundSecrets> {
    if (await secretBox.isCurrent(sealed, id)) return 'current';
    const opened = await secretBox.open(sealed, id);
    if (opened === undefined) return 'unknown';
    await queryOne(db, updates[column], { id, before: sealed, after: await secretBox.seal(opened, id) });
    return 'previous';
  }
}
