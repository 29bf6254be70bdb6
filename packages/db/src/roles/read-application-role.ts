import type pg from 'pg';

export type ApplicationRole = {
  name: string;
  isSuperuser: boolean;
  /** Whether the role could change tables, checks and triggers. */
  canChangeSchema: boolean;
};

const findRole = `
  select role.rolname as name, role.rolsuper as "isSuperuser",
    role.rolsuper or role.rolcreaterole
      or has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create')
      or exists (select from pg_class
                 where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member'))
      as "canChangeSchema"
  from pg_roles role where rolname = current_user`;

/** Reads the role of a connection of the service, and whether it has more rights than the service needs. */
export async function readApplicationRole(client: Pick<pg.ClientBase, 'query'>): Promise<ApplicationRole> {
  const { rows } = await client.query<ApplicationRole>(findRole);
  return rows[0] as ApplicationRole;
}
