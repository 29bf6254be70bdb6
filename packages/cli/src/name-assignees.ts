import type { Crewboard } from '@crewboard/sdk';

/**
 * The tasks with `{ id, name }` of each assignee instead of its id, to be printed. An id without a known name stays.
 */
export async function nameAssignees(client: Crewboard, rows: readonly Resource[]): Promise<Resource[]> {
  let named = [...rows];
  for (const { field, list } of assignees) {
    const ids = new Set(rows.map((row) => row[field]).filter((id) => typeof id === 'string'));
    if (ids.size === 0) continue;
    // The command has succeeded: an error here must not hide its result.
    const nameById = await findNames(list(client), ids).catch(() => new Map<unknown, string>());
    named = named.map((row) => {
      const name = nameById.get(row[field]);
      return name === undefined ? row : { ...row, [field]: { id: row[field], name } };
    });
  }
  return named;
}

type Resource = Record<string, unknown>;

const options = { fields: ['id', 'name'], maxRetries: 0 } as const;

const page = { limit: 100 };
/** How many items of each list are read: people who left the team are on none of its pages. */
const maxReadItems = 1_000;

const assignees = [
  { field: 'assignedMemberId', list: ({ members }: Crewboard) => members.listAll(page, options) },
  { field: 'assignedAgentId', list: ({ agents }: Crewboard) => agents.listAll(page, options) },
];

/** The names of these ids, from as many pages of the list as it takes to find them, at most ten. */
async function findNames(
  list: AsyncIterable<{ id: string; name: string }>,
  ids: ReadonlySet<unknown>,
): Promise<Map<unknown, string>> {
  const nameById = new Map<unknown, string>();
  let readItems = 0;
  for await (const { id, name } of list) {
    if (ids.has(id)) nameById.set(id, name);
    readItems += 1;
    if (nameById.size === ids.size || readItems === maxReadItems) break;
  }
  return nameById;
}
