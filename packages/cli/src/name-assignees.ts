import type { Crewboard } from '@crewboard/sdk';

type Resource = Record<string, unknown>;

const options = { fields: ['id', 'name'], maxRetries: 0 } as const;

const page = { limit: 100 };
/** Of each list. Who has left the team is in none: a table is not to wait for all pages of a large team. */
const maxLookedAt = 1_000;

const assignees = [
  { field: 'assignedMemberId', list: ({ members }: Crewboard) => members.listAll(page, options) },
  { field: 'assignedAgentId', list: ({ agents }: Crewboard) => agents.listAll(page, options) },
];

/** The names of these ids, from as many pages of the list as it takes to find them, and ten at most. */
async function findNames(
  list: AsyncIterable<{ id: string; name: string }>,
  ids: ReadonlySet<unknown>,
): Promise<Map<unknown, string>> {
  const nameById = new Map<unknown, string>();
  let lookedAt = 0;
  for await (const { id, name } of list) {
    if (ids.has(id)) nameById.set(id, name);
    lookedAt += 1;
    if (nameById.size === ids.size || lookedAt === maxLookedAt) break;
  }
  return nameById;
}

/** Tasks for people: with `{ id, name }` of the assignee in place of its id. An id without a known name stays. */
export async function nameAssignees(client: Crewboard, rows: readonly Resource[]): Promise<Resource[]> {
  let named = [...rows];
  for (const { field, list } of assignees) {
    const ids = new Set(rows.map((row) => row[field]).filter((id) => typeof id === 'string'));
    if (ids.size === 0) continue;
    // The operation was carried out: its result is shown in any case.
    const nameById = await findNames(list(client), ids).catch(() => new Map<unknown, string>());
    named = named.map((row) => {
      const name = nameById.get(row[field]);
      return name === undefined ? row : { ...row, [field]: { id: row[field], name } };
    });
  }
  return named;
}
