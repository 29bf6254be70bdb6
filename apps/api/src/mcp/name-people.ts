import { findNames } from '../features/members/list-members.ts';
import type { McpCall } from './mcp-call.ts';

/**
 * Adds the name of each person whose id is in the output. Agents talk to people about them, and may not list members.
 */
export async function namePeople({ services, caller }: McpCall, output: unknown): Promise<unknown> {
  const ids = new Set<string>();
  collectIds(output, ids);
  if (ids.size === 0) return output;
  const db = services.context.teamDatabases.readerOf(caller.actor.teamId);
  return withNames(output, await findNames(db, [...ids]));
}

type Fields = Record<string, unknown>;

/** The fields for names, by the fields with ids of people. */
const nameFieldOf: Readonly<Record<string, string>> = {
  assignedMemberId: 'assignedMember',
  memberId: 'member',
};

/** The field for the name of the person whose id is in this field; undefined if it has no id of a person. */
function nameFieldIn(fields: Fields, field: string): string | undefined {
  // The subject of an event.
  if (field === 'id') return fields.type === 'member' ? 'name' : undefined;
  return nameFieldOf[field];
}

function collectIds(value: unknown, found: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) collectIds(item, found);
    return;
  }
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') collectIds(inner, found);
    else if (nameFieldIn(value as Fields, field)) found.add(inner);
  }
}

/** Adds each name directly after its id. */
function withNames(value: unknown, nameById: ReadonlyMap<string, string>): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => withNames(item, nameById));
  const named: Fields = {};
  for (const [field, inner] of Object.entries(value)) {
    named[field] = withNames(inner, nameById);
    const nameField = nameFieldIn(value as Fields, field);
    const name = nameById.get(inner);
    if (nameField && name !== undefined) named[nameField] = name;
  }
  return named;
}
