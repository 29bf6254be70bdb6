import { countBlockers, fieldsOnCreation, maxDependants, maxLevels, taskFields } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { invalid, limitReached } from '#src/errors.ts';
import { keepResponse } from '../../idempotency/keep-response.ts';
import type { VerbContext } from '../../verb-context.ts';
import { changeLocked } from '../change/change-locked.ts';
import { lockInIdOrder, readByIds } from '../change/dependencies.ts';
import { selectLevels } from '../change/parents.ts';
import type { SeenTask } from '../change/read-task.ts';
import { toSystemWrite } from '../change/to-write.ts';
import { writeChanges } from '../change/write-changes.ts';
import { type FoundReferences, referenceErrors } from '../task-references.ts';
import { type StoredTask, toTask } from '../task-row.ts';
import { type Insert, insertTasks, toInsert, toInserted } from './insert-tasks.ts';
import { levelsOf, type Plan, type PlannedItem, pathOf } from './plan.ts';

const insertEdges = defineStatement<{ blockerIds: string[]; taskIds: string[] }, object>(
  ({ blockerIds, taskIds }) => sql`
  insert into task_dependencies (blocker_id, task_id) select * from unnest(${blockerIds}::text[], ${taskIds}::text[])`,
);

/**
 * Creates all tasks of a plan, or none, and returns them in the order of the request. Throws VALIDATION_ERROR with the
 * path in the request, and LIMIT_REACHED.
 */
export const insertPlan = (ctx: VerbContext, plan: Plan): Promise<StoredTask[]> =>
  changeLocked(ctx.db, { dependenciesOfTeam: ctx.actor.teamId }, (db) => insertIn(ctx, db, plan));

async function insertIn(ctx: VerbContext, db: Queryable, plan: Plan): Promise<StoredTask[]> {
  const { items, existingBlockers } = plan;
  const blockers = await readBlockers(ctx, db, existingBlockers);
  await assertParents(ctx, db, plan);
  const newDependantsById = new Map<string, number>();
  for (const id of items.flatMap(({ blockedBy }) => blockedBy))
    newDependantsById.set(id, (newDependantsById.get(id) ?? 0) + 1);
  const newDependantsOf = (id: string) => newDependantsById.get(id) ?? 0;
  const full = blockers.find(({ id, dependants }) => dependants + newDependantsOf(id) > maxDependants);
  if (full) throw limitReached(`Task ${full.id} would block more than ${maxDependants} others.`);
  const stateById = new Map<string, Pick<StoredTask, 'status' | 'archivedAt'>>(
    blockers.map((task) => [task.id, task]),
  );
  for (const { id } of items) stateById.set(id, { status: 'todo', archivedAt: null });
  // The key stores the response of the whole request, not that of each task.
  const unkeyedCtx = { ...ctx, keyedRequest: undefined };
  const inserts = items.map((item): Insert => {
    const fields = { id: item.id, ...fieldsOnCreation(taskFields, item) };
    const counts = countBlockers(item.blockedBy.flatMap((id) => stateById.get(id) ?? []));
    const insert = toInsert(unkeyedCtx, fields, counts);
    return { ...insert, task: { ...insert.task, dependants: newDependantsOf(item.id) } };
  });
  const rows = await insertTasks(db, inserts);
  assertReferences(items, rows);
  const blockerWrites = blockers.flatMap((blocker) => {
    const set = { dependants: blocker.dependants + newDependantsOf(blocker.id) };
    return toSystemWrite(ctx, blocker, { event: null, set }) ?? [];
  });
  if (blockerWrites.length > 0) {
    const written = await writeChanges(db, blockerWrites, { waitsForLocks: true, hasLocks: true });
    if (written.includes(null)) throw new Error('A locked blocker was not written.');
  }
  const edges = items.flatMap(({ id, blockedBy }) => blockedBy.map((blockerId) => [blockerId, id] as const));
  if (edges.length > 0) {
    const [blockerIds, taskIds] = [edges.map(([id]) => id), edges.map(([, id]) => id)];
    await queryMany(db, insertEdges, { blockerIds, taskIds });
  }
  const tasks: StoredTask[] = [];
  for (const [place, item] of items.entries())
    tasks[item.index] = toInserted(inserts[place] as Insert, rows[place]).task;
  if (ctx.keyedRequest) await keepResponse(db, ctx.keyedRequest, tasks.map(toTask));
  return tasks;
}

async function readBlockers(
  { actor }: VerbContext,
  db: Queryable,
  named: Plan['existingBlockers'],
): Promise<SeenTask[]> {
  if (named.size === 0) return [];
  const query = { teamId: actor.teamId, taskIds: [...named.keys()] };
  // Lock them before the read: otherwise others could change them while a large plan is inserted, again and again.
  await queryMany(db, lockInIdOrder, query);
  const blockers = await queryMany(db, readByIds, query);
  const found = new Set(blockers.map(({ id }) => id));
  const unknown = [...named].filter(([id]) => !found.has(id));
  if (unknown.length === 0) return blockers;
  throw invalid(
    unknown.map(([id, index]) => ({
      path: pathOf(index, 'blockedBy'),
      message: `must be ids of tasks of this team, or "ref:" and a \`ref\` of this request: it has no ${id}`,
    })),
  );
}

/** Throws VALIDATION_ERROR for a parent that the team does not have, and for tasks more than five levels deep. */
async function assertParents({ actor }: VerbContext, db: Queryable, plan: Plan): Promise<void> {
  const taskIds = [...plan.existingParents.keys()];
  const query = { taskIds, teamId: actor.teamId };
  const rows = taskIds.length === 0 ? [] : await queryMany(db, selectLevels, query);
  const levelById = new Map(rows.map(({ id, level }) => [id, level]));
  const toError = (index: number, message: string) => ({ path: pathOf(index, 'parentId'), message });
  const unknown = [...plan.existingParents].filter(([id]) => !levelById.has(id));
  if (unknown.length > 0)
    throw invalid(
      unknown.map(([, index]) =>
        toError(index, 'must be the id of a task of this team, or "ref:" and a `ref` of this request'),
      ),
    );
  const tooLow = levelsOf(plan.items).filter(
    ({ levels, parentId }) => levels + (levelById.get(parentId ?? '') ?? 0) > maxLevels,
  );
  if (tooLow.length > 0)
    throw invalid(
      tooLow.map(({ index }) => toError(index, `must be higher: tasks nest ${maxLevels} levels deep`)),
    );
}

function assertReferences(items: readonly PlannedItem[], rows: readonly FoundReferences[]): void {
  const errors = items.flatMap((item, place) =>
    referenceErrors(rows[place] as FoundReferences, item).map(({ path, message }) => ({
      path: pathOf(item.index, path),
      message,
    })),
  );
  if (errors.length > 0) throw invalid(errors);
}
