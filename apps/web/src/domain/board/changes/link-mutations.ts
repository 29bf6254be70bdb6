import type { Link } from '@crewboard/contracts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { busyMessage } from '../dependencies/dependency-messages.ts';
import { editedLinks, type LinkEdit } from './edited-links.ts';
import { useEditTask } from './use-edit-task.ts';

/** Adds a link to a task, or removes one, and keeps what others change meanwhile. Resolves to whether it was done. */
export function useEditLinks({ id: taskId, title }: { id: string; title: string }) {
  const edit = useEditTask();

  return async (change: LinkEdit): Promise<boolean> => {
    const linksOf = ({ links }: { links: readonly Link[] }) => ({ links: editedLinks(links, change) });
    const edited = await edit({
      taskId,
      patchOf: linksOf,
      expect: ({ expectUpdate }, task) => expectUpdate(linksOf(task)),
      onError(error) {
        if (toDisplayedProblem(error).code !== 'PRECONDITION_FAILED') return showError(error);
        showFailure('links', change.isAdded ? 'Not added' : 'Not removed', busyMessage(title));
      },
    });
    return edited !== null;
  };
}
