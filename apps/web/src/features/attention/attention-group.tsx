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
import { AttentionRow, Resolved } from './attention-row.tsx';
import { type FrozenRow, freezeRows } from './frozen-rows.ts';
import { reasonTexts } from './reason-texts.ts';
import { type ShownGroup, useStillWaiting } from './use-attention-groups.ts';
import { useFrozen } from './use-frozen-list.ts';
import { PausedSubject } from './wait-detail.tsx';

const pageLength = 50;
/** If more tasks are paused, the group shows the pauses of the loaded tasks, and the tasks only on request. */
const maxPausedRows = 3;

interface AttentionGroupProps {
  group: ShownGroup;
  /** Whether the rows keep their places (use-frozen-list.ts). */
  isFrozen: boolean;
}

/** The tasks that wait for one reason: the oldest ones, and on request all. */
export function AttentionGroup({ group, isFrozen }: AttentionGroupProps) {
  const { reason } = group;
  const [showsAll, setShowsAll] = useState(false);
  const { tasks, more } = useAllTasks(reason, showsAll);
  const waiting: FrozenRow[] = tasks ?? group.shown;
  const shown = useFrozen(waiting, isFrozen, (before, now) => freezeRows(before, now, showsAll));
  const hasMore = tasks ? more.hasNextPage : group.count > waiting.length || !group.isExact;
  const { title, explanation } = reasonTexts[reason];
  const [showsPaused, setShowsPaused] = useState(false);
  const pauses =
    reason === 'paused' && Math.max(group.count, shown.length) > maxPausedRows ? pausesOf(shown) : [];
  const isResumed = (paused: PausedThing) =>
    shown.every(({ next, isResolved }) => isResolved || next.paused?.id !== paused.id);
  const hidesRows = pauses.length > 0 && !showsPaused;
  const mayHaveOtherPauses = hasMore && pauses.every(({ type }) => type !== 'team');

  return (
    <GroupSection count={<TaskCount tasks={group} />} explanation={explanation} name={reason} title={title}>
      {pauses.map((paused) => (
        <PauseRow isResolved={isResumed(paused)} key={paused.id} paused={paused} />
      ))}
      {pauses.length > 0 && (
        <li className={styles.more}>
          <Button aria-expanded={showsPaused} onClick={() => setShowsPaused(!showsPaused)} variant="default">
            {showsPaused ? 'Hide the tasks' : 'Show the tasks'}
          </Button>
          {mayHaveOtherPauses && <span>Tasks that are not loaded may wait for other pauses.</span>}
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

/** All tasks that wait for the reason, page by page, once the person asks for them. */
function useAllTasks(reason: AttentionReason, isWanted: boolean) {
  const { id: teamId } = useTeam();
  const filterWaiting = useStillWaiting();
  const more = useInfiniteQuery({
    ...useTRPC().attention.tasks.infiniteQueryOptions(
      { teamId, reason, limit: pageLength },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    enabled: isWanted,
  });
  useSkipEmptyPages(more, more.data?.pages.at(-1)?.tasks.length === 0);
  const tasks = more.data && filterWaiting(more.data.pages.flatMap((page) => page.tasks));
  return { tasks, more };
}

interface GroupSectionProps {
  name: string;
  title: string;
  count: ReactNode;
  explanation: string;
  children: ReactNode;
}

/** A titled list on the attention page. */
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

/** Names a pause once for all tasks that wait because of it, with the button that ends it. */
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
