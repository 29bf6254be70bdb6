'use client';

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageHeader } from '#components/page/page-header.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { BoardFilterBar } from './board-filter-bar.tsx';
import styles from './board-header.module.css';
import type { BoardData } from './use-board-data.ts';

const PauseControl = lazyPart(async () => (await import('./board-pauses.tsx')).PauseControl);

interface BoardHeaderProps {
  data: BoardData;
  activity: ReactNode;
  /** Absent without the permission to create tasks. */
  onCreate?: () => void;
}

/** The top of the board: recent activity, the buttons that pause agents and create a task, and the filters. */
export function BoardHeader({ data, activity, onCreate }: BoardHeaderProps) {
  const { filters } = useBoardLocation();
  const personId = useAccountId();
  return (
    <PageHeader
      action={
        <>
          {activity}
          <PauseControl team={data.team} />
          {onCreate && (
            <Button
              aria-keyshortcuts="c"
              leftSection={<IconPlus aria-hidden size={14} />}
              onClick={onCreate}
              rightSection={
                <kbd aria-hidden className={styles.key}>
                  C
                </kbd>
              }
            >
              New task
            </Button>
          )}
        </>
      }
      title={filters.memberId === personId ? 'My tasks' : 'Board'}
    >
      <BoardFilterBar data={data} />
    </PageHeader>
  );
}
