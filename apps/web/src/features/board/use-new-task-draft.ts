'use client';

import type { TaskPriority } from '@crewboard/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '../../domain/drafts/use-draft.ts';

export interface NewTask {
  title: string;
  description: string;
  projectId: string | null;
  priority: TaskPriority;
  assignedAgentId: string | null;
}

function isNewTask(stored: unknown): stored is NewTask {
  const { title, description, priority } = (stored ?? {}) as NewTask;
  return typeof title === 'string' && typeof description === 'string' && typeof priority === 'string';
}

const isBlank = ({ title, description }: NewTask): boolean => !title.trim() && !description.trim();

interface NewTaskForm {
  /** Shows what was typed before; projects and agents in it may be gone. */
  show: (draft: NewTask) => void;
  /** Shows an empty form. */
  reset: () => void;
}

/** What was typed into the form for a new task and not sent. Without a text there is nothing to keep. */
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
    keep: (task: NewTask) => (isBlank(task) ? stored.remove() : stored.keep(task)),
    remove: stored.remove,
    discard() {
      reset();
      stored.remove();
      setRestored(false);
    },
  };
}
