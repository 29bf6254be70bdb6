import type { Crewboard } from '@crewboard/sdk';

type Resource = Record<string, unknown>;

const options = { fields: ['id', 'name'], maxRetries: 0 } as const;

const assignees = [
  { field: 'assignedMemberId', list: ({ members }: Crewboard) => members.listAll({}, options) },
  { field: 'assignedAgentId', list: ({ agents }: Crewboard) => agents.listAll({}, options) },
];

/** The names of these ids, from as many pages of the list as it takes to find them. */
async function findNames(
  list: AsyncIterable<{ id: string; name: string }>,
  ids: ReadonlySet<unknown>,
): Promise<Map<unknown, string>> {
  const nameById = new Map<unknown, string>();
  for await (const { id, name } of list) {
    if (ids.has(id)) nameById.set(id, name);
    if (nameById.size === ids.size) break;
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
