import { type BoardTask, isClosed, type Task, type TaskPatch, type TaskStatus } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showFailure } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { quote } from '#lib/text/isolate.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useDependencyNotices } from '../dependencies/use-dependency-notices.ts';
import type { RevertStep } from '../store/expected-task.ts';
import { confirmCancel, confirmStart } from './confirm-move.tsx';
import { isClaimed } from './task-changes.ts';
import { type ChangeCall, useChangeTask } from './use-change-task.ts';
import { useShowChange } from './use-show-change.ts';

/** Names the team of this page: a change may be sent, repeated or undone after the person has opened another team. */
export const useTeamOptions = () => inTeam(useTeam().id);

interface MoveTask {
  task: BoardTask;
  status: TaskStatus;
}

/** Whether a move starts a blocked task. A person may do that; the service rejects it for a task of an agent. */
const isStartBlocked = ({ task, status }: MoveTask): boolean =>
  status === 'in_progress' && task.status !== status && task.isBlocked && !task.assignedAgentId;

/** Whether `useMoveTask` asks the person before the move. */
export const needsConfirmation = (move: MoveTask): boolean =>
  isStartBlocked(move) || (move.status === 'cancelled' && isClaimed(move.task));

/** Moves a task optimistically and offers to undo it; resolves to whether it was moved. */
export function useMoveTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.move.mutationOptions(useTeamOptions()));
  const change = useUndoableChange();
  const personId = useAccountId();
  const queryClient = useQueryClient();
  const { readWaitingNote } = useDependencyNotices();
  const agentsKey = trpc.agents.summaries.queryKey({ teamId: useTeam().id });

  function confirmMove({ task, status }: MoveTask): Promise<boolean> {
    if (isStartBlocked({ task, status })) return confirmStart(task);
    const { title, assignedAgentId } = task;
    const agents = queryClient.getQueryData(agentsKey);
    return confirmCancel(title, agents?.find(({ id }) => id === assignedAgentId)?.name ?? 'An agent');
  }

  return async ({ task, status }: MoveTask): Promise<boolean> => {
    if (task.status === status) return true;
    if (needsConfirmation({ task, status }) && !(await confirmMove({ task, status }))) return false;
    // Read the note while the move is sent, so that the toast appears sooner.
    const mayBlockOthers = status === 'cancelled' || task.status === 'done';
    const note = mayBlockOthers ? readWaitingNote(task, { ...task, status }) : undefined;
    return change(
      {
        task,
        expect: ({ expectMove }) => expectMove(status, personId),
        send: () => move.mutateAsync({ taskId: task.id, status }),
      },
      { note },
    );
  };
}

/** Updates a task optimistically, and offers to undo a change of the assignee. Resolves to whether it was saved. */
export function useUpdateTask(task: BoardTask) {
  const update = useUpdateAnyTask();
  return (patch: TaskPatch): Promise<boolean> => update(task, patch);
}

/** Assigns a task to the person optimistically, and offers to undo it. Does nothing with a closed task. */
export function useTakeTask() {
  const update = useUpdateAnyTask();
  const assignedMemberId = useAccountId();
  return async (task: BoardTask): Promise<boolean> => {
    if (isClosed(task) || task.assignedMemberId === assignedMemberId) return false;
    return update(task, { assignedMemberId });
  };
}

function useUpdateAnyTask() {
  const update = useMutation(useTRPC().tasks.update.mutationOptions(useTeamOptions()));
  const change = useUndoableChange();
  return (task: BoardTask, patch: TaskPatch): Promise<boolean> =>
    change({
      task,
      expect: ({ expectUpdate }) => expectUpdate(patch),
      send: () => update.mutateAsync({ taskId: task.id, ...patch }),
    });
}

/**
 * Releases a task optimistically: ends the claim of its agent, or allows new attempts if it needs attention. Does not
 * end a claim that began after the page showed the task. Resolves to whether it was released.
 */
export function useReleaseTask() {
  const release = useMutation(useTRPC().tasks.release.mutationOptions(useTeamOptions()));
  const change = useUndoableChange();
  const { showTaskError } = useDependencyNotices();

  return async (task: BoardTask, reason?: string): Promise<boolean> => {
    const { id: taskId, title } = task;
    const attempt = isClaimed(task) ? task.attempt : undefined;
    const isReleased = await change(
      {
        task,
        expect: ({ expectRelease }) => expectRelease(attempt ?? null),
        send: () => release.mutateAsync({ taskId, attempt, reason }),
        onError(error) {
          if (toDisplayedProblem(error).code !== 'STALE_CLAIM') return void showTaskError(error, task);
          showFailure('release', 'Not released', `The claim of ${quote(title)} has already ended.`);
        },
      },
      { isRelease: true },
    );
    // A task in To do keeps its status, so `useShowChange` shows nothing.
    if (isReleased && task.status === 'todo') {
      showToast({
        title: 'Released',
        message: `${quote(title)}: agents can claim it again.`,
        announcement: `Released ${quote(title)}. Agents can claim it again.`,
      });
    }
    return isReleased;
  };
}

interface HowToShow {
  note?: Promise<string | undefined> | undefined;
  isRelease?: boolean;
}

/** Changes a task, and offers Undo if only this page changed it. Resolves to whether it was changed. */
function useUndoableChange() {
  const change = useChangeTask();
  const revert = useRevertTask();
  const showChange = useShowChange();
  return async (call: ChangeCall, { note, isRelease = false }: HowToShow = {}): Promise<boolean> => {
    const changed = await change(call);
    if (!changed) return false;
    const { before, after } = changed;
    void showChange(before, after, { onUndo: () => revert(after, before), note: await note, isRelease });
    return true;
  };
}

/**
 * Undoes a change: restores the status and the assignee of `before`, unless the task was changed since `now`. Resolves
 * as `Undo` does. An undone claim starts as a new attempt, and a task that was completed is only moved to Done.
 */
function useRevertTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.moveIfUnchanged.mutationOptions(useTeamOptions()));
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  const personId = useAccountId();
  const { showTaskError } = useDependencyNotices();

  return async (now: Task, before: BoardTask): Promise<boolean | string> => {
    let steps: RevertStep[] = [];
    let task = now;
    const reverted = await change({
      task: now,
      expect({ expectSteps, revertSteps }) {
        steps = revertSteps(now, before, personId);
        return expectSteps(steps, personId);
      },
      async send(_before, noteResponse) {
        for (const step of steps) {
          // From the second step on, `task` is the response to the step before.
          if (task !== now) noteResponse(task);
          const target = { taskId: task.id, version: task.version, ...step };
          task = await ('status' in target ? move.mutateAsync(target) : update.mutateAsync(target));
        }
        return task;
      },
      onError: (error) =>
        isChangedMeanwhile(error) ? showFailedUndo(now.title, task !== now) : void showTaskError(error, now),
    });
    if (!reverted) return false;
    if (!isClaimed(before)) return true;
    return before.leaseExpiresAt
      ? 'Its agent holds it again, as a new attempt without a lease.'
      : 'Its agent holds it again. The time of the claim restarts.';
  };
}

const isChangedMeanwhile = (error: unknown): boolean =>
  toDisplayedProblem(error).code === 'PRECONDITION_FAILED';

function showFailedUndo(title: string, isPartlyDone: boolean): void {
  const [heading, state] = isPartlyDone
    ? ['Undone in part', 'The rest stays as it is now: look at its activity.']
    : ['Not undone', 'It stays as it is now.'];
  showFailure('undo', heading, `${quote(title)} was changed meanwhile. ${state}`);
}
