'use client';

import type { BoardTask, Task, TaskPatch, TaskStatus } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { isolate } from '#lib/text/isolate.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import { changeOptimistically } from '#lib/trpc/change-optimistically.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';
import { movedTask, releasedTask, timeOfChange } from './board-cache.ts';
import { type BoardFilters, matchesFilters } from './board-filters.ts';
import { confirmCancel } from './confirm-cancel.tsx';
import type { Expectation } from './pending-changes.ts';
import { isHeld, patchedTask, restoreSteps } from './task-changes.ts';
import { useShowChange } from './use-show-change.ts';
import { useTaskCache } from './use-task-cache.ts';

interface CreateTaskOptions {
  /** Those of the board: a new task that they hide is announced. */
  filters: BoardFilters;
  onCreated: (task: Task) => void;
  /** The browser is offline: the request was not sent. Other errors are shown. */
  onOffline: () => void;
}

export function useCreateTask({ filters, onCreated, onOffline }: CreateTaskOptions) {
  const cache = useTaskCache();
  return useMutation(
    useTRPC().tasks.create.mutationOptions({
      onSuccess(task) {
        cache.show(task);
        if (!matchesFilters(task, filters)) {
          showToast({ title: 'Task created', message: 'The filters of the board hide it.' });
        }
        onCreated(task);
      },
      onError(error) {
        const isUnsent = toDisplayedProblem(error).code === 'UNAVAILABLE' && !navigator.onLine;
        if (isUnsent) onOffline();
        else showError(error);
      },
    }),
  );
}

/** Changes may be sent, repeated or undone after the person has left the page of the team. */
const useTeamOptions = () => inTeam(useTeam().id);

interface MoveTask {
  task: BoardTask;
  status: TaskStatus;
}

/** Whether a person is asked before the move. */
export const needsConfirmation = ({ task, status }: MoveTask): boolean =>
  status === 'cancelled' && isHeld(task);

/** Moves a task optimistically and offers to undo it; resolves to whether it was moved. */
export function useMoveTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.move.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  const queryClient = useQueryClient();
  const agentsKey = trpc.agents.summaries.queryKey({ teamId: useTeam().id });

  function confirm({ title, assignedAgentId }: BoardTask): Promise<boolean> {
    const agents = queryClient.getQueryData(agentsKey);
    return confirmCancel(title, agents?.find(({ id }) => id === assignedAgentId)?.name ?? 'An agent');
  }

  return async ({ task, status }: MoveTask): Promise<boolean> => {
    if (task.status === status) return true;
    if (needsConfirmation({ task, status }) && !(await confirm(task))) return false;
    return change({
      task,
      expect: (state) => movedTask(state, status),
      send: () => move.mutateAsync({ taskId: task.id, status }),
    });
  };
}

/** Updates a task optimistically; another assignee can be undone. Resolves to whether it was saved. */
export function useUpdateTask(task: Task) {
  const update = useMutation(useTRPC().tasks.update.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  return (patch: TaskPatch): Promise<boolean> =>
    change({
      task,
      expect: (state) => patchedTask(state, patch),
      send: () => update.mutateAsync({ taskId: task.id, ...patch }),
    });
}

/**
 * Releases a task optimistically: from its agent, or for new attempts when it needs attention. Resolves to whether it
 * was released. A claim that began since the task was shown is kept.
 */
export function useReleaseTask() {
  const release = useMutation(useTRPC().tasks.release.mutationOptions(useTeamOptions()));
  const change = useChangeTask();

  return async (task: BoardTask, reason?: string): Promise<boolean> => {
    const { id: taskId, title } = task;
    const attempt = isHeld(task) ? task.attempt : undefined;
    const isReleased = await change({
      task,
      expect: releasedTask,
      send: () => release.mutateAsync({ taskId, attempt, reason }),
      onError(error) {
        if (toDisplayedProblem(error).code !== 'STALE_CLAIM') return showError(error);
        showFailure('release', 'Not released', `The claim of “${isolate(title)}” has already ended.`);
      },
    });
    // A change of the status is shown already, with Undo.
    if (isReleased && task.status === 'todo') {
      showToast({
        title: 'Released',
        message: 'Agents can claim it again.',
        announcement: `Released “${isolate(title)}”. Agents can claim it again.`,
      });
    }
    return isReleased;
  };
}

interface TaskChange {
  task: BoardTask;
  expect: Expectation;
  send: () => Promise<Task>;
  onError?: (error: unknown) => void;
}

/** Changes a task optimistically and offers to undo it, where it can be undone; resolves to whether it was changed. */
function useChangeTask() {
  const cache = useTaskCache();
  const restore = useRestoreTask();
  const showChange = useShowChange();
  return async ({ task, expect, send, onError }: TaskChange): Promise<boolean> => {
    let before = task;
    const sendFrom = (state: BoardTask) => {
      before = state;
      return send();
    };
    const after = await changeOptimistically({ ...cache.optimistic(task, expect, sendFrom), onError });
    if (after) void showChange(before, after, () => restore(after, before));
    return after !== null;
  };
}

/**
 * Restores the status and the assignee of `before`, unless the task was changed since `now`. Resolves to a note for
 * the person; to null after a failure. The claim starts again, and a completed task counts as moved to Done.
 */
function useRestoreTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.moveIfUnchanged.mutationOptions(useTeamOptions()));
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions(useTeamOptions()));
  const cache = useTaskCache();

  return async (now: Task, before: BoardTask): Promise<string | null> => {
    const { status, assignedAgentId } = before;
    const statusChangedAt = timeOfChange(now);
    let task = now;
    async function send() {
      for (const step of restoreSteps(now, before)) {
        if (task !== now) cache.confirmStep(task);
        const target = { taskId: task.id, version: task.version, ...step };
        task = await ('status' in target ? move.mutateAsync(target) : update.mutateAsync(target));
      }
      return task;
    }
    const restored = await changeOptimistically({
      ...cache.optimistic(now, (state) => ({ ...state, status, assignedAgentId, statusChangedAt }), send),
      onError: (error) => showFailedUndo(error, now.title, task !== now),
    });
    if (!restored) return null;
    if (!isHeld(before)) return '';
    return before.leaseExpiresAt
      ? 'Its agent holds it again, as a new attempt without a lease.'
      : 'Its agent holds it again. The time of the claim restarts.';
  };
}

function showFailedUndo(error: unknown, title: string, isPartlyDone: boolean): void {
  if (toDisplayedProblem(error).code !== 'PRECONDITION_FAILED') {
    showError(error);
    return;
  }
  const [heading, state] = isPartlyDone
    ? ['Undone in part', 'The rest stays as it is now: look at its activity.']
    : ['Not undone', 'It stays as it is now.'];
  showFailure('undo', heading, `“${isolate(title)}” was changed meanwhile. ${state}`);
}

/** `changed`: another person saved this description; `failed`: the error is shown. Nothing is saved in either case. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'changed'; description: string | null }
  | { kind: 'failed' };

const maxAttempts = 3;

/**
 * Saves a description that is based on another one, unless that one was changed meanwhile. Reads the task first, and
 * past the cache: there, a text over 1 KiB may be older than the version, also as the result of a cancelled read.
 */
export function useSaveDescription(shown: Task) {
  const taskId = shown.id;
  const client = useTRPCClient();
  const options = useTeamOptions();
  const update = useMutation(useTRPC().tasks.updateIfUnchanged.mutationOptions(options));
  const cache = useTaskCache();

  async function attempt(description: string | null, base: string | null): Promise<SaveOutcome> {
    const task = await client.tasks.get.query({ taskId }, options.trpc);
    if (task.description !== base) {
      cache.show(task);
      return { kind: 'changed', description: task.description };
    }
    cache.settle(await update.mutateAsync({ taskId, description, version: task.version }));
    return { kind: 'saved' };
  }

  async function save(description: string | null, base: string | null): Promise<SaveOutcome> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(description, base);
      } catch (error) {
        // Any change of the task increases the version: the next attempt checks whether the description changed.
        if (toDisplayedProblem(error).code === 'PRECONDITION_FAILED' && attempts < maxAttempts) continue;
        showError(error);
        return { kind: 'failed' };
      }
    }
  }

  return (description: string | null, base: string | null) =>
    cache.inTurn(shown, () => save(description, base));
}
