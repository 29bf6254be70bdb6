import type { PlannedTask } from '@crewboard/contracts';
import { type FieldError, invalid } from '#src/errors.ts';

// Checks and orders a plan (new tasks that name each other by `ref`) in memory, before anything is read or written.

const refPrefix = 'ref:';

/** A new task with its id. `blockedBy` and `parentId` are ids instead of refs. `index`: the place in the request. */
export type PlannedItem = Omit<PlannedTask, 'ref' | 'blockedBy' | 'parentId'> & {
  index: number;
  id: string;
  blockedBy: string[];
  parentId: string | null;
};

export type Plan = {
  /** Blockers and parents first, otherwise in the order of the request. */
  items: PlannedItem[];
  /** The ids of tasks that exist already, with the index of the first item that names each. */
  existingBlockers: Map<string, number>;
  existingParents: Map<string, number>;
};

export const pathOf = (index: number, field: string) => `tasks.${index}.${field}`;

/** Replaces refs by ids. Throws VALIDATION_ERROR for duplicate and unknown refs, and for cycles. */
export function resolvePlan(tasks: readonly PlannedTask[], newId: () => string): Plan {
  const errors: FieldError[] = [];
  const addError = (index: number, field: string, message: string) =>
    errors.push({ path: pathOf(index, field), message });
  const indexByRef = new Map<string, number>();
  for (const [index, { ref }] of tasks.entries()) {
    if (ref === undefined) continue;
    if (indexByRef.has(ref)) addError(index, 'ref', `is that of tasks.${indexByRef.get(ref)} as well`);
    else indexByRef.set(ref, index);
  }
  const ids = tasks.map(newId);
  /** The id of the task that a value names; the value itself if it is an id. */
  const resolve = (index: number, field: string, given: string): string => {
    if (!given.startsWith(refPrefix)) return given;
    const named = indexByRef.get(given.slice(refPrefix.length));
    if (named === undefined) addError(index, field, `names no \`ref\` of this request: ${given}`);
    else if (named === index) addError(index, field, 'must not name the task itself');
    else return ids[named] as string;
    return given;
  };
  const items = tasks.map(({ ref: _, blockedBy, parentId, ...task }, index): PlannedItem => {
    const blockers = (blockedBy ?? []).map((given) => resolve(index, 'blockedBy', given));
    const parent = parentId ? resolve(index, 'parentId', parentId) : null;
    return {
      ...task,
      index,
      id: ids[index] as string,
      // Sorted and without duplicates, as the schema has made the list before refs became ids.
      blockedBy: [...new Set(blockers)].sort(),
      parentId: parent,
    };
  });
  if (errors.length > 0) throw invalid(errors);
  const itemById = new Map(items.map((item) => [item.id, item]));
  assertNoCycle(items);
  const existingOf = (namesOf: (item: PlannedItem) => readonly string[]) => {
    const named = new Map<string, number>();
    for (const item of items)
      for (const id of namesOf(item)) if (!itemById.has(id) && !named.has(id)) named.set(id, item.index);
    return named;
  };
  return {
    items: sortByDependencies(items, itemById),
    existingBlockers: existingOf(({ blockedBy }) => blockedBy),
    existingParents: existingOf(({ parentId }) => (parentId === null ? [] : [parentId])),
  };
}

type ItemById = ReadonlyMap<string, PlannedItem>;

/** Puts the blockers and parents of an item before it, otherwise in the order of the request. */
function sortByDependencies(items: readonly PlannedItem[], itemById: ItemById): PlannedItem[] {
  const ordered = new Set<PlannedItem>();
  const add = (item: PlannedItem, path: ReadonlySet<PlannedItem>) => {
    // A task may wait for its own sub-tasks: then either order is right.
    if (ordered.has(item) || path.has(item)) return;
    const { blockedBy, parentId } = item;
    const pathToItem = new Set([...path, item]);
    for (const id of parentId === null ? blockedBy : [...blockedBy, parentId]) {
      const named = itemById.get(id);
      if (named) add(named, pathToItem);
    }
    ordered.add(item);
  };
  for (const item of items) add(item, new Set());
  return [...ordered];
}

/** Checks blockers and parents apart: a cycle of both kinds is allowed. */
function assertNoCycle(items: readonly PlannedItem[]): void {
  const relations: [string, (item: PlannedItem) => readonly string[]][] = [
    ['blockedBy', ({ blockedBy }) => blockedBy],
    ['parentId', ({ parentId }) => (parentId === null ? [] : [parentId])],
  ];
  for (const [field, namesOf] of relations) {
    const remaining = new Map(items.map((item) => [item.id, item]));
    // Remove items that name no remaining item, until there are none (Kahn's algorithm): the others lead to a cycle.
    for (let hasRemoved = true; hasRemoved; ) {
      hasRemoved = false;
      for (const [id, item] of remaining) {
        if (namesOf(item).some((each) => remaining.has(each))) continue;
        remaining.delete(id);
        hasRemoved = true;
      }
    }
    const cycle = findCycle(remaining, namesOf);
    if (cycle.length === 0) continue;
    const [first] = cycle;
    const message = `makes a cycle: ${[...cycle, first].map((index) => `tasks.${index}`).join(' names ')}`;
    throw invalid([{ path: pathOf(first as number, field), message }]);
  }
}

/** The indexes of a cycle among items that each name another of them; empty without items. */
function findCycle(remaining: ItemById, namesOf: (item: PlannedItem) => readonly string[]): number[] {
  const path: PlannedItem[] = [];
  let [item] = remaining.values();
  while (item && !path.includes(item)) {
    path.push(item);
    item = remaining.get(namesOf(item).find((id) => remaining.has(id)) ?? '');
  }
  return item ? path.slice(path.indexOf(item)).map(({ index }) => index) : [];
}

/**
 * For each item: the number of levels from its topmost ancestor in the plan to itself, and the id of the existing task
 * that is the parent of this ancestor, if any.
 */
export function levelsOf(items: readonly PlannedItem[]) {
  const itemById = new Map(items.map((item) => [item.id, item]));
  return items.map((item) => {
    let levels = 1;
    let top = item;
    for (let up = itemById.get(top.parentId ?? ''); up; up = itemById.get(top.parentId ?? '')) {
      levels += 1;
      top = up;
    }
    return { index: item.index, levels, parentId: top.parentId };
  });
}
