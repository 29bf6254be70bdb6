import { type BoardTask, type Task, type TaskPriority, textBounds, toStoredText } from '@crewboard/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '#domain/drafts/use-draft.ts';

export interface NewTaskValues {
  title: string;
  description: string;
  projectId: string | null;
  priority: TaskPriority;
  /** An agent or a person; null for nobody. */
  assigneeId: string | null;
  /** A day such as 2027-01-31; empty without one. */
  dueDate: string;
  /** A local time such as 2027-01-31T09:30; empty without one. */
  startsAt: string;
  waitsFor: Pick<BoardTask, 'id' | 'title' | 'status'>[];
  parentId: string | null;
}

/** Does not check all fields: those that a draft of an earlier release lacks keep the defaults of the form. */
function isNewTask(stored: unknown): stored is NewTaskValues {
  const { title, description, priority, dueDate, waitsFor } = (stored ?? {}) as NewTaskValues;
  const texts = [title, description, priority, dueDate];
  return Array.isArray(waitsFor) && texts.every((text) => typeof text === 'string');
}

/** The texts of a task as the service stores them. */
export const trimTexts = ({ title, description }: Pick<NewTaskValues, 'title' | 'description'>) => ({
  title: toStoredText(title, textBounds.title).trim(),
  description: description.trim() || null,
});

const isBlank = ({ title, description }: NewTaskValues): boolean => !title.trim() && !description.trim();

interface NewTaskForm {
  /** Fills in a draft, whose project and assignee may no longer exist. */
  show: (draft: NewTaskValues) => void;
  /** Shows an empty form. */
  reset: () => void;
}

/** The draft of a new task. A draft without title and description is not stored. */
export function useNewTaskDraft({ show, reset }: NewTaskForm) {
  const stored = useDraft('new-task', isNewTask);
  const [isRestored, setRestored] = useState(false);
  const showOnce = useRef(show);

  useLayoutEffect(() => {
    const kept = stored.read();
    if (!kept) return;
    showOnce.current(kept);
    setRestored(true);
  }, [stored]);

  return {
    isRestored,
    isKept: () => stored.read() !== null,
    keep: (task: NewTaskValues) => (isBlank(task) ? stored.remove() : stored.keep(task)),
    /** Removes the draft of a task that was created, but keeps a draft that was started since. */
    settle(task: Pick<Task, 'title' | 'description'>) {
      const kept = stored.read();
      if (!kept) return;
      const { title, description } = trimTexts(kept);
      if (title === task.title && description === task.description) stored.remove();
    },
    discard() {
      reset();
      stored.remove();
      setRestored(false);
    },
  };
}
