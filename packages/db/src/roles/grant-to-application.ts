import pg from 'pg';

// The rights of the role of the service: it may change rows, and only the owner may change tables. So it gets no
// TRUNCATE, REFERENCES or TRIGGER, and may only read the list of applied migrations. Default privileges give it the
// same rights on everything that later migrations create.

type Owned = {
  tables: string | null;
  sequences: string | null;
  functions: string | null;
  /** Whether the role of the service has all rights on them, and on those that will be created. */
  isComplete: boolean;
};

const isMigrationsTable = `relname = '_prisma_migrations'`;
/** Whether the role $1 may write the table of migrations: PostgreSQL asks for any of the listed rights, not for all. */
const canWrite = `has_table_privilege($1, oid, 'insert, update, delete')`;

/** The schema, and the names of `relations` and `functions`, on which the role $1 lacks a right that the service needs. */
const missingRights = `
  select oid::regclass::text as name from relations
  where relkind in ('r', 'p', 'v') and not ${isMigrationsTable}
    and not (has_table_privilege($1, oid, 'select') and has_table_privilege($1, oid, 'insert')
      and has_table_privilege($1, oid, 'update') and has_table_privilege($1, oid, 'delete'))
  union all
  select oid::regclass::text from relations where ${isMigrationsTable} and not has_table_privilege($1, oid, 'select')
  union all
  select oid::regclass::text from relations
  where relkind = 'S' and not (has_sequence_privilege($1, oid, 'usage') and has_sequence_privilege($1, oid, 'select'))
  union all
  select oid::regprocedure::text from functions where not has_function_privilege($1, oid, 'execute')
  union all
  select 'schema public' where not has_schema_privilege($1, 'public', 'usage')`;

/**
 * The relations of an owner, and its functions without those of extensions. `owns` is the condition on the column of
 * the owner.
 */
const ownedBy = (owns: (owner: string) => string) => `
  relations as (
    select oid, relkind, relname from pg_class
    where relnamespace = 'public'::regnamespace and ${owns('relowner')}
  ),
  functions as (
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and ${owns('proowner')}
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  )`;

/** Selects the relations and functions that the current role owns, and whether the role $1 has all rights on them. */
const findOwned = `
  with me as (select oid from pg_roles where rolname = current_user),
  ${ownedBy((owner) => `pg_has_role((select oid from me), ${owner}, 'usage')`)},
  -- The kinds of objects of which the role gets each new one: tables, sequences and functions.
  defaults as (
    select distinct defaclobjtype from me, pg_default_acl, aclexplode(defaclacl) as entry
    where defaclrole = me.oid and defaclnamespace = 'public'::regnamespace
      and entry.grantee = (select oid from pg_roles where rolname = $1)
  )
  select
    (select string_agg(oid::regclass::text, ', ') from relations where relkind in ('r', 'p', 'v')) as tables,
    (select string_agg(oid::regclass::text, ', ') from relations where relkind = 'S') as sequences,
    (select string_agg(oid::regprocedure::text, ', ') from functions) as functions,
    current_user = $1 or (select count(*) = 3 from defaults)
      and not exists (${missingRights})
      and not exists (select from relations where ${isMigrationsTable} and ${canWrite})
      as "isComplete"`;

/**
 * Selects which rights the role $1 lacks on the schema, and on the relations and functions of the owner of the tables.
 * Any role may run it: a name such as 'public.tasks'::regclass would need the right on the schema.
 */
const findMissing = `
  with owner as (
    select relowner as oid from pg_class where relnamespace = 'public'::regnamespace and ${isMigrationsTable}
  ),
  ${ownedBy((owner) => `${owner} = (select oid from owner)`)}
  select array(${missingRights} order by 1) as missing,
    exists (select from relations where ${isMigrationsTable} and ${canWrite}) as "canChangeMigrations"`;

type Rights = {
  /** The schema, tables, sequences and functions on which the role lacks a right that the service needs. */
  missing: string[];
  /** Whether the role may write the list of applied migrations. */
  canChangeMigrations: boolean;
};

/** Reads which rights a role has. Without the table of migrations, only the right on the schema can be missing. */
export async function readRights(client: Pick<pg.ClientBase, 'query'>, role: string): Promise<Rights> {
  const { rows } = await client.query<Rights>(findMissing, [role]);
  return rows[0] ?? { missing: [], canChangeMigrations: false };
}

/**
 * Grants the role to read and write the rows of all tables in `public` that the caller owns, present and future.
 * Returns whether a right was missing; writes nothing otherwise. Throws when the role does not exist.
 */
export async function grantToApplication(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rows } = await client.query<Owned>(findOwned, [role]);
  const [owned] = rows;
  if (!owned || owned.isComplete) return false;
  const to = `to ${pg.escapeIdentifier(role)}`;
  const future = 'alter default privileges in schema public grant';
  const statements = [
    `grant usage on schema public ${to}`,
    `${future} select, insert, update, delete on tables ${to}`,
    `${future} usage, select on sequences ${to}`,
    `${future} execute on functions ${to}`,
    owned.tables && `grant select, insert, update, delete on table ${owned.tables} ${to}`,
    `revoke insert, update, delete on _prisma_migrations from ${pg.escapeIdentifier(role)}`,
    owned.sequences && `grant usage, select on sequence ${owned.sequences} ${to}`,
    owned.functions && `grant execute on function ${owned.functions} ${to}`,
  ];
  await client.query(['begin', ...statements.filter(Boolean), 'commit'].join(';\n')).catch(async (error) => {
    await client.query('rollback');
    throw error;
  });
  return true;
}

/**
 * Restricts connections to the owner and the role of the service; nobody may create temporary tables. For databases
 * that belong to Crewboard; the caller owns the database.
 */
export async function restrictDatabase(client: pg.ClientBase, database: string, role: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  await client.query(`
    revoke all on database ${name} from public;
    grant connect on database ${name} to ${pg.escapeIdentifier(role)}`);
}
