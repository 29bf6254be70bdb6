import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { readAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { announce } from '#lib/notices/announce.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import type { Undo } from '#lib/notices/undo.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { taskIdIn } from '../board-paths.ts';
import { columnWith, isOutOfView, whenShown } from '../card-view.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import { useBoardLocation } from '../use-board-location.ts';
import { changeLabel, changeSentence } from './task-changes.ts';

/** Reads the current URL, because a toast outlives the render in which it was shown. */
const openTaskId = () => taskIdIn(window.location.pathname);

interface Shown {
  onUndo: Undo;
  /** A further consequence of the change, as a sentence. */
  note: string | undefined;
  isRelease: boolean;
}

/**
 * Announces a change of the status or the assignee, with Undo, and with Show if the card is out of view. Offers no Undo
 * while this page sends another change of the task, or if another actor changed the task at the same time: Undo would
 * lose that change.
 */
export function useShowChange() {
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { openTask, closeTask } = useBoardLocation();
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const personId = useAccountId();

  async function show({ id }: Task): Promise<void> {
    const column = columnWith(id);
    if (!column) return openTask(id);
    const coveringId = openTaskId();
    await column.reveal(id);
    await whenShown();
    // On a small screen the panel covers the card. Keep a panel that the person has opened meanwhile.
    if (coveringId && coveringId === openTaskId() && isOutOfView(id)) closeTask();
  }

  return async (before: BoardTask, after: Task, { onUndo, note, isRelease }: Shown): Promise<void> => {
    const context = { names: readAssigneeNames(queryClient, trpc, teamId), personId, isRelease };
    const label = changeLabel(before, after, context);
    if (!label) return;
    const sentence = [changeSentence(before, after, context), note].filter(Boolean).join(' ');
    const isOnlyChange = after.version === before.version + 1;
    // The service would reject Undo after the pending change.
    if (!isOnlyChange || store.isPending(after.id)) return announce(sentence);
    await whenShown();
    // A task in the open panel needs no Show, unless the board beside it has its card.
    const isHidden =
      isOutOfView(after.id) && (openTaskId() !== after.id || columnWith(after.id) !== undefined);
    showUndo({
      label,
      detail: after.title,
      note,
      sentence,
      onUndo,
      onShow: isHidden ? () => void show(after) : undefined,
    });
  };
}
