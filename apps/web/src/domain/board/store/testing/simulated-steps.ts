import {
  type BoardFilter,
  decideArchival,
  decideClaim,
  decideComment,
  decideHeartbeat,
  decideMove,
  decideRestoration,
  decideUpdate,
  type TaskStatus,
} from '@crewboard/contracts';
import { editedBlockers } from '../../dependencies/dependencies.ts';
import { boardStatuses } from '../../statuses.ts';
import type { LoggedChange } from '../known-task.ts';
import type { Decide, SimulatedService } from './simulated-service.ts';

const team = { teamId: 't' };
/** The filters of the boards that a page reads. */
export const filters: BoardFilter[] = [team, { ...team, priority: 'high' }, { ...team, search: 'needle' }];

export const titles = ['Hay', 'A needle', 'Straw'];
const descriptions = [null, 'With a needle in it', 'Nothing'];
export const caller = { kind: 'member', id: 'm' } as const;
const call = { caller, versions: null, attempt: null };

/** A request on its way: `serve` runs it at the service, `arrive` brings the response to the page. */
export interface Request {
  serve?: () => void;
  arrive: () => void;
  fail?: () => void;
}

export interface Read<Input, Data> {
  input: Input;
  data?: Data;
  running?: Request;
}

/**
 * A random step: `kind` names it, `at` chooses the task, column or request, and `how` the variant. The page itself makes
 * the changes that are called `…Own`, and other actors the others.
 */
export interface Step {
  kind: (typeof stepKinds)[number];
  at: number;
  how: number;
}
export const stepKinds = [
  ...(['create', 'move', 'claim', 'heartbeat', 'comment', 'rename', 'describe', 'prioritize'] as const),
  ...(['archive', 'restore', 'editDependency', 'editOwnDependency', 'readDependencies'] as const),
  ...(['commit', 'read', 'readMore', 'count', 'serve', 'arrive', 'fail', 'moveOwn', 'createOwn'] as const),
  ...(['receive', 'lose', 'reload'] as const),
];

export const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];

export const moveTo =
  (status: TaskStatus): Decide =>
  (task, now) =>
    decideMove(task, { ...call, status }, now);

/** Adds a dependency, or removes one. No task waits for itself. */
export const editDependency =
  (blockerId: string, isAdded: boolean): Decide =>
  (task, now) =>
    blockerId === task.id
      ? 'keep'
      : decideUpdate(
          task,
          { ...call, patch: { blockedBy: editedBlockers(task, { blockerId, isAdded }) } },
          now,
        );

/** The tasks whose dependencies a change has changed. */
export function relinkedBy({ before, after }: LoggedChange): string[] {
  const [from, to] = [before?.blockedBy ?? [], after.blockedBy];
  const differing = [...from, ...to].filter((id) => from.includes(id) !== to.includes(id));
  return differing.length > 0 ? [after.id, ...differing] : [];
}

/** The change of a task that other actors make in a step; undefined if they make none. */
function changeOf({ kind, how }: Step, taskIds: string[]): Decide | undefined {
  const update =
    (patch: object): Decide =>
    (task, now) =>
      decideUpdate(task, { ...call, patch }, now);
  if (kind === 'move') return moveTo(pick(boardStatuses, how) as TaskStatus);
  if (kind === 'claim')
    return (task, now) => decideClaim(task, { agentId: 'a1', leaseSeconds: 60, versions: null }, now);
  if (kind === 'heartbeat')
    return (task, now) => decideHeartbeat(task, { agentId: 'a1', attempt: null }, now);
  if (kind === 'comment') return decideComment;
  if (kind === 'rename') return update({ title: pick(titles, how) });
  if (kind === 'describe') return update({ description: pick(descriptions, how) });
  if (kind === 'prioritize') return update({ priority: how % 3 === 0 ? 'normal' : 'high' });
  if (kind === 'archive') return (task, now) => decideArchival(task, call, now);
  if (kind === 'restore') return (task, now) => decideRestoration(task, call, now);
  if (kind === 'editDependency') return editDependency(pick(taskIds, how) as string, how % 4 > 0);
  return undefined;
}

/** Runs the part of a step that other actors do. */
export function takeElsewhere(service: SimulatedService, step: Step): void {
  const taskIds = [...service.tasks.keys()];
  const id = pick(taskIds, step.at);
  if (step.kind === 'create') service.create(pick(titles, step.how) ?? '');
  if (step.kind === 'commit') service.commitAll();
  const decide = changeOf(step, taskIds);
  if (id && decide) service.change(id, decide, step.how % 5 === 0);
}

/** Resolves once the changes whose turn has come are sent. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await null;
}
