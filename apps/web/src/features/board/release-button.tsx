'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useReleaseTask } from '#domain/board/task-mutations.ts';
import { focusCard } from './focus-card.ts';
import styles from './task-card.module.css';

interface ReleaseButtonProps {
  task: BoardTask;
  /** The Tab key reaches it from its card. */
  isTabStop: boolean;
}

/** Lets agents claim a task again. It lies over its card: a link cannot contain a button. */
export function ReleaseButton({ task, isTabStop }: ReleaseButtonProps) {
  const release = useReleaseTask();
  return (
    <Button
      aria-label={`Release “${task.title}”`}
      className={styles.release}
      onClick={({ detail }) => {
        if (detail > 1) return;
        void release(task);
        void focusCard(task.id);
      }}
      size="compact-xs"
      tabIndex={isTabStop ? 0 : -1}
      variant="default"
    >
      Release
    </Button>
  );
}
