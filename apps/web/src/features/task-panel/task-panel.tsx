import type { BoardTask, Task } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SidePanel } from '#components/page/side-panel.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { newestTask } from '#domain/board/changes/use-change-task.ts';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { actorName } from '#domain/events/event-actor.ts';
import { useRecentEvents } from '#domain/live/recent-events.ts';
import { useTeam } from '#domain/team/team.tsx';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { CopyIcon } from './copy-icon.tsx';
import { TaskProperties } from './properties/task-properties.tsx';
import { TaskTimes } from './properties/task-times.tsx';
import { TaskDetails } from './task-details.tsx';
import styles from './task-panel.module.css';
import titleStyles from './title-field.module.css';
import { UnsentTexts } from './unsent-texts.tsx';

/** The panel of a task beside the board, the archive or the attention page. */
export function TaskPanel({ taskId }: { taskId: string }) {
  const { closeTask } = useBoardLocation();
  const { task, card, ...read } = useTask(taskId);
  const isDeleted = useStored((store) => store.isDeleted(taskId));
  const isMissing = isDeleted || (read.isError && toDisplayedProblem(read.error).code === 'NOT_FOUND');

  return (
    <SidePanel
      fieldsKeepEscape
      head={<PanelHead taskId={task?.id} />}
      idAttribute="data-task-id"
      label={(task ?? (isMissing ? undefined : card))?.title ?? 'Task'}
      onClose={closeTask}
      shownId={taskId}
    >
      {card && !task && !isMissing && <CardDetails card={card} />}
      {read.isPending && (
        <>
          {!card && <Skeleton h={24} mb={16} w="70%" />}
          <Skeleton h={120} mt={card && 16} />
        </>
      )}
      {isDeleted && <DeletedTask taskId={taskId} />}
      {isMissing && !isDeleted && (
        <EmptyState title="Task not found">
          This team has no task with this id. Check the link, or close the panel.
        </EmptyState>
      )}
      {!isMissing && <QueryError query={read} />}
      {task && !isMissing && <TaskDetails task={task} />}
    </SidePanel>
  );
}

/** Takes the place of a task that somebody has deleted while it was open. */
function DeletedTask({ taskId }: { taskId: string }) {
  const event = useRecentEvents().findLast(
    ({ type, subject }) => type === 'task.deleted' && subject.id === taskId,
  );
  const isByPerson = event?.actor.kind === 'member';
  return (
    <>
      <EmptyState title="Task deleted">
        {isByPerson ? `${isolate(actorName(event))} has deleted this task.` : 'This task was deleted.'}{' '}
        Nothing of it can be restored.
      </EmptyState>
      <UnsentTexts taskId={taskId} />
    </>
  );
}

/** The first row of the panel: a button that copies the link of the task. */
function PanelHead({ taskId }: { taskId: string | undefined }) {
  const team = useTeam();
  return (
    <div className={styles.head}>
      {taskId && (
        <CopyIcon
          icon={<IconLink aria-hidden size={16} stroke={1.5} />}
          label="Copy link"
          text={() => window.location.origin + taskPath(team.id, taskId)}
        />
      )}
    </div>
  );
}

/**
 * `task` has all fields once they are loaded; `card` has those of the board's store, which are known before, even if
 * the service cannot be reached.
 */
function useTask(taskId: string) {
  const options = useTRPC().tasks.get.queryOptions({ taskId });
  const read = useQuery({ ...options, structuralSharing: keepNewest });
  const card = useStored((store) => store.shown(taskId));
  const { data } = read;
  const task = useMemo(() => (data && card ? { ...data, ...card } : data), [data, card]);
  return { ...read, task, card };
}

/** A response with the task before a change may arrive after the response with the task after it. */
const keepNewest = (known: unknown, task: unknown) => newestTask(known as Task | undefined, task as Task);

/** The fields of a task that the board's store has, until the others are loaded. */
function CardDetails({ card }: { card: BoardTask }) {
  return (
    <>
      <h2 className={titleStyles.title} dir="auto">
        {card.title}
      </h2>
      <TaskProperties canEdit={false} task={card} />
      <TaskTimes canEdit={false} task={card} />
    </>
  );
}
