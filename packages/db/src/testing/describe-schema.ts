import type { Queryable } from '../queryable.ts';

const acl = (objectAcl: string, kind: string, owner: string) =>
  `(select array_agg(concat(coalesce(role.rolname, 'public'), ' ', privilege_type) order by 1)
    from aclexplode(coalesce(${objectAcl}, acldefault('${kind}', ${owner}))) left join pg_roles role on role.oid = grantee)`;
const ofExtension = (oid: string) => `exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;

/** The order of columns is left out, because columns that were added later are last. */
const queries = {
  columns: `select relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity, attstorage,
      attcompression, pg_get_expr(adbin, adrelid) as default
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped order by 1, 2`,
  relations: `select relname, relkind, reloptions, ${acl('relacl', 'r', 'relowner')} as rights
    from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i' order by 1`,
  constraints: `select conrelid::regclass::text as table, conname, convalidated, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexrelid::regclass::text as name, indisvalid, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace order by 1`,
  triggers: `select tgenabled, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 2`,
  functions: `select pg_get_functiondef(oid) as definition, ${acl('proacl', 'f', 'proowner')} as rights
    from pg_proc where pronamespace = 'public'::regnamespace and not ${ofExtension('pg_proc.oid')} order by 1`,
  enums: `select typname, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by 1, enumsortorder`,
  extensions: 'select extname from pg_extension order by 1',
  defaultRights: `select defaclobjtype, defaclacl::text from pg_default_acl where defaclnamespace = 'public'::regnamespace order by 1`,
  migrations: 'select migration_name, checksum from _prisma_migrations order by 1',
} as const;

/** Describes everything that migrations create, so that tests can compare two databases. */
export async function describeSchema(db: Queryable): Promise<Record<keyof typeof queries, unknown[]>> {
  const described: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(queries)) described[name] = (await db.query(sql)).rows;
  return described as Record<keyof typeof queries, unknown[]>;
}
