'use client';

import { type AttentionReason, canPause } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TaskCount } from '#components/task/task-count.tsx';
import { type PausedThing, pausesOf } from '#domain/attention/pauses-of.ts';
import { RemedyRow, ResumeRemedy } from '#domain/attention/remedies.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useSkipEmptyPages } from '#lib/trpc/use-skip-empty-pages.ts';
import styles from './attention.module.css';
import { AttentionRow } from './attention-row.tsx';
import { type HeldRow, holdRows } from './held-rows.ts';
import { reasonTexts } from './reason-texts.ts';
import { Resolved } from './resolved.tsx';
import { type ShownGroup, useWaiting } from './use-groups.ts';
import { useHeld } from './use-held-list.ts';
import { PausedSubject } from './wait-detail.tsx';

const pageLength = 50;
/** Above this, tasks that wait for the same pause are shown on request: what is paused and why is said once. */
const maxPausedRows = 3;

interface AttentionGroupProps {
  group: ShownGroup;
  /** The rows keep their places. */
  isHeld: boolean;
}

/** The tasks of one reason: the oldest, and on request all. */
export function AttentionGroup({ group, isHeld }: AttentionGroupProps) {
  const { reason } = group;
  const [showsAll, setShowsAll] = useState(false);
  const { tasks, more } = useAllTasks(reason, showsAll);
  const waiting: HeldRow[] = tasks ?? group.shown;
  const shown = useHeld(waiting, isHeld, (before, now) => holdRows(before, now, showsAll));
  const hasMore = tasks ? more.hasNextPage : group.count > waiting.length || !group.isExact;
  const { title, explanation } = reasonTexts[reason];
  const [showsPaused, setShowsPaused] = useState(false);
  const pauses =
    reason === 'paused' && Math.max(group.count, shown.length) > maxPausedRows ? pausesOf(shown) : [];
  const isOver = (paused: PausedThing) =>
    shown.every(({ next, isResolved }) => isResolved || next.paused?.id !== paused.id);
  const hidesRows = pauses.length > 0 && !showsPaused;

  return (
    <GroupSection count={<TaskCount tasks={group} />} explanation={explanation} name={reason} title={title}>
      {pauses.map((paused) => (
        <PauseRow isResolved={isOver(paused)} key={paused.id} paused={paused} />
      ))}
      {pauses.length > 0 && (
        <li className={styles.more}>
          <Button aria-expanded={showsPaused} onClick={() => setShowsPaused(!showsPaused)} variant="default">
            {showsPaused ? 'Hide the tasks' : 'Show the tasks'}
          </Button>
        </li>
      )}
      {!hidesRows && shown.map((row) => <AttentionRow key={row.task.id} {...row} />)}
      {hasMore && !hidesRows && (
        <li className={styles.more}>
          <Button
            loading={more.isFetchingNextPage || (showsAll && more.isPending)}
            onClick={() => (tasks ? void more.fetchNextPage() : setShowsAll(true))}
            variant="default"
          >
            Show more
          </Button>
          {more.isError && <span role="alert">Could not load more. Try again.</span>}
        </li>
      )}
    </GroupSection>
  );
}

/** All tasks of the reason, page by page, once they are wanted. */
function useAllTasks(reason: AttentionReason, isWanted: boolean) {
  const { id: teamId } = useTeam();
  const waiting = useWaiting();
  const more = useInfiniteQuery({
    ...useTRPC().attention.tasks.infiniteQueryOptions(
      { teamId, reason, limit: pageLength },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    enabled: isWanted,
  });
  useSkipEmptyPages(more, more.data?.pages.at(-1)?.tasks.length === 0);
  const tasks = more.data && waiting(more.data.pages.flatMap((page) => page.tasks));
  return { tasks, more };
}

interface GroupSectionProps {
  name: string;
  title: string;
  count: ReactNode;
  explanation: string;
  children: ReactNode;
}

export function GroupSection({ name, title, count, explanation, children }: GroupSectionProps) {
  const id = `attention-${name}`;
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 className={styles.title} id={id}>
        {title} <span className={styles.count}>{count}</span>
      </h2>
      <p className={styles.explanation}>{explanation}</p>
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

/** What is paused, once for all tasks that wait for it. */
function PauseRow({ paused, isResolved }: { paused: PausedThing; isResolved: boolean }) {
  const { role } = useTeam();
  return (
    <li className={styles.row}>
      <div className={styles.task}>
        <PausedSubject paused={paused} />
      </div>
      {isResolved && <Resolved>Resumed</Resolved>}
      {!isResolved && canPause(role) && (
        <RemedyRow>
          <ResumeRemedy paused={paused} />
        </RemedyRow>
      )}
    </li>
  );
}
