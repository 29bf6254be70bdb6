interface Named {
  id: string;
  name: string;
}

export interface AssigneeOption {
  value: string;
  label: string;
  group: 'People' | 'Agents';
}

/** An agent that starts no task while it is paused. */
type NamedAgent = Named & { paused?: unknown };

/** The options of an assignee field: the person, the other people, the agents, and paused agents last. */
export function assigneeOptions(
  { people, agents }: { people: readonly Named[]; agents: readonly NamedAgent[] },
  ownId: string,
): AssigneeOption[] {
  const own = people.filter(({ id }) => id === ownId).map(({ id, name }) => ({ id, name: `Me (${name})` }));
  const others = people.filter(({ id }) => id !== ownId);
  const inGroup = (group: AssigneeOption['group'], named: readonly Named[]) =>
    named.map(({ id, name }) => ({ value: id, label: name, group }));
  const ready = agents.filter(({ paused }) => !paused);
  const paused = agents.filter((agent) => agent.paused);
  const marked = paused.map(({ id, name }) => ({ id, name: `${name} (paused)` }));
  return [...inGroup('People', [...own, ...others]), ...inGroup('Agents', [...ready, ...marked])];
}

interface Option {
  value: string;
  label: string;
  group?: string;
}

/** The data of a Mantine select: the options without a group, then each group under its name. */
export function toGroups(options: readonly Option[]) {
  const toItem = ({ value, label }: Option) => ({ value, label });
  const names = [...new Set(options.flatMap(({ group }) => group ?? []))];
  return [
    ...options.filter(({ group }) => !group).map(toItem),
    ...names.map((name) => ({
      group: name,
      items: options.filter(({ group }) => group === name).map(toItem),
    })),
  ];
}
