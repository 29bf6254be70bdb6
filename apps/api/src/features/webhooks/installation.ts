import type { DeliveryHoldReason } from '@crewboard/contracts';
import { defineStatement, type Expression, type Queryable, queryMany, queryOne, sql } from '@crewboard/db';

// Holds the deliveries of a copied database, which the original may have sent already. An installation has an identity
// outside its database. A database is taken for a copy if another installation, or another server, used it last.

/** INSTALLATION_ID, or else the id in DATA_DIR; null without both. */
export type InstallationId = string | null;

/** The reasons for a hold, in words that follow "Webhooks are held:". */
export const holdExplanations: Record<DeliveryHoldReason, string> = {
  installation: 'another installation used this database last: this is a copy, or the settings have changed',
  server: 'the database was on another PostgreSQL server: this is a copy, or it has moved',
};

export type InstallationState = {
  /** Why deliveries are held; null while they are sent. */
  heldFor: DeliveryHoldReason | null;
  /** Whether the database does not have all parts of the identity yet. */
  isIncomplete: boolean;
  /** The id of the PostgreSQL server; null where neither the service nor the owner of the database may read it. */
  systemIdentifier: string | null;
  storedInstallationId: string | null;
  storedSystemIdentifier: string | null;
};

type Params = { installationId: InstallationId };

/** A process without an identity is another installation: it may run a copy without the settings of the original. */
const isOtherInstallation = (installationId: Expression) =>
  sql`stored.installation_id is not null and stored.installation_id is distinct from ${installationId}::text`;
const isOtherServer = sql`stored.system_identifier <> present.system_identifier`;

const readState = defineStatement<Params, InstallationState>(
  ({ installationId }) => sql`
  select case when ${isOtherInstallation(installationId)} then 'installation' when ${isOtherServer} then 'server' end as "heldFor",
    stored.id is null or stored.installation_id is null and ${installationId}::text is not null
      or stored.system_identifier is null and present.system_identifier is not null as "isIncomplete",
    present.system_identifier as "systemIdentifier", stored.installation_id as "storedInstallationId",
    stored.system_identifier as "storedSystemIdentifier"
  from (select server_identifier() as system_identifier) as present left join installation as stored on true`,
);

/** The stored identity, and whether the deliveries of this database are held for a process with this identity. */
export async function readInstallation(
  db: Queryable,
  installationId: InstallationId,
): Promise<InstallationState> {
  const state = await queryOne(db, readState, { installationId });
  if (!state) throw new Error('The state of the installation is one row.');
  return state;
}

/** Stores the missing parts, unless another part differs: another process may have stored its own meanwhile. */
const complete = defineStatement<Params, object>(
  ({ installationId }) => sql`
  insert into installation as stored (installation_id, system_identifier) values (${installationId}::text, server_identifier())
  on conflict (id) do update set
    installation_id = coalesce(stored.installation_id, excluded.installation_id),
    system_identifier = coalesce(stored.system_identifier, excluded.system_identifier)
  where (stored.installation_id is null or stored.installation_id = excluded.installation_id)
    and (stored.system_identifier is null or excluded.system_identifier is null
      or stored.system_identifier = excluded.system_identifier)`,
);

/** Stores the identity of a new installation, or the part of it that the database does not have yet. */
export async function completeInstallation(db: Queryable, installationId: InstallationId): Promise<void> {
  await queryMany(db, complete, { installationId });
}

const replace = defineStatement<Params, object>(
  ({ installationId }) => sql`
  insert into installation (installation_id, system_identifier) values (${installationId}::text, server_identifier())
  on conflict (id) do update set installation_id = excluded.installation_id,
    system_identifier = excluded.system_identifier, stored_at = now()`,
);

/** Replaces the stored identity by this one, which releases the held deliveries. */
export async function replaceInstallation(db: Queryable, installationId: InstallationId): Promise<void> {
  await queryMany(db, replace, { installationId });
}
