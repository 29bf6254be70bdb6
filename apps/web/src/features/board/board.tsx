import { canWrite } from '@crewboard/contracts';
import { DndContext, DragOverlay } from '@dnd-kit/core';
import { useReducedMotion } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { type ReactNode, useEffect } from 'react';
import { SidePanelArea } from '#components/page/side-panel-area.tsx';
import { hasFilters } from '#domain/board/board-filters.ts';
import { useTakeTask } from '#domain/board/changes/task-mutations.ts';
import { changeRules } from '#domain/board/changes/use-change-task.ts';
import type { FirstStepsState } from '#domain/board/first-steps-state.ts';
import { boardStatuses, hasNoTasks } from '#domain/board/statuses.ts';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import type { TodoOrder } from '#domain/board/todo-order.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import styles from './board.module.css';
import { BoardHeader } from './board-header.tsx';
import { CardState } from './cards/lazy-card-state.ts';
import cardStyles from './cards/task-card.module.css';
import { TaskCard, toCardProps } from './cards/task-card.tsx';
import { BoardColumn } from './columns/board-column.tsx';
import { useTodoOrder } from './columns/use-todo-order.ts';
import { announcements, findColumn, instructions } from './drag/drag-logic.ts';
import { useDrag } from './drag/use-drag.ts';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { useBoardData } from './use-board-data.ts';
import { useBoardKeys } from './use-board-keys.ts';

const EmptyBoard = lazyPart(async () => (await import('./first-steps/empty-board.tsx')).EmptyBoard, {
  // Only an import that is written within `dynamic` brings its styles with the first response.
  inFirstResponse: dynamic(async () => (await import('./first-steps/empty-board.tsx')).EmptyBoard),
});
// NothingFound brings no styles of its own, so both can share one import.
const loadNothingFound = async () => (await import('./nothing-found.tsx')).NothingFound;
const NothingFound = lazyPart(loadNothingFound, { inFirstResponse: dynamic(loadNothingFound) });
const PauseBanners = lazyPart(async () => (await import('./board-pauses.tsx')).PauseBanners);
const FirstStepsCard = lazyPart(
  async () => (await import('./first-steps/first-steps-card.tsx')).FirstStepsCard,
);
const NewTaskDialog = lazyPart(async () => (await import('./new-task/new-task-dialog.tsx')).NewTaskDialog);

// Scroll horizontally while a card is dragged to the edge, never vertically.
const autoScroll = { threshold: { x: 0.12, y: 0 } };
const dropAnimation = { duration: 150, easing: 'ease-out' };

interface BoardProps {
  /** The panel of the open task, beside the columns and below the filters. */
  panel: ReactNode;
  /** The recent activity of the team, for the header. */
  activity: ReactNode;
  /** The choices that this browser remembered when the server rendered the page. */
  choices: { todoOrder: TodoOrder; firstSteps: FirstStepsState };
}

/** The board of a team: filters, the columns of cards, and the dialog for a new task. */
export function Board({ activity, panel, choices }: BoardProps) {
  const { filters, taskId } = useBoardLocation();
  const data = useBoardData(filters);
  const order = useTodoOrder(choices.todoOrder);
  const firstSteps = useFirstSteps(choices.firstSteps);
  const { lifted, handlers } = useDrag();
  // `useDialog` remembers the element that gets the focus back, which the URL below cannot.
  const { dialog, open, close } = useDialog<'new-task'>();
  // The open dialog is in the URL: it survives a reload and a new sign-in, and the command palette can link to it.
  const [requested, setRequested] = useQueryState('new', parseAsStringLiteral(['task']));
  const mayWrite = canWrite(useTeam().role);
  const reducedMotion = useReducedMotion();
  const create = mayWrite
    ? () => {
        open('new-task');
        // As the command palette does: Back closes the dialog instead of leaving the board.
        void setRequested('task', { history: 'push' });
      }
    : undefined;
  const closeDialog = () => {
    void setRequested(null);
    close();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when Back closes the dialog.
  useEffect(() => {
    if (!requested && dialog) close();
  }, [requested]);
  usePreload(NewTaskDialog, NothingFound, CardState, changeRules);
  const take = useTakeTask();
  const store = useTaskStore();
  const onTake = (id: string) => {
    const task = store.shown(id);
    if (task) void take(task);
  };
  useBoardKeys({
    ...{ isLifted: lifted !== null, onCreate: create },
    ...{ onTake: mayWrite ? onTake : undefined, openTaskId: taskId },
  });

  const { counts } = data;
  const isEmpty = counts && boardStatuses.every((status) => hasNoTasks(counts[status]));

  return (
    <div className={styles.board}>
      <BoardHeader activity={activity} data={data} onCreate={create} />
      <PauseBanners project={data.projectsById.get(filters.projectId ?? '')} team={data.team} />
      {!isEmpty && firstSteps.isBegun && create && (
        <FirstStepsCard data={data} isCompact onCreate={create} onDismiss={firstSteps.dismiss} />
      )}
      <SidePanelArea>
        {isEmpty && hasFilters(filters) && <NothingFound />}
        {isEmpty && !hasFilters(filters) && (
          <EmptyBoard data={data} firstSteps={firstSteps} onCreate={create} />
        )}
        {!isEmpty && (
          <DndContext
            accessibility={{ announcements, screenReaderInstructions: instructions }}
            autoScroll={autoScroll}
            collisionDetection={findColumn}
            id="board"
            {...handlers}
          >
            <div className={styles.columns} data-lifted={lifted ? true : undefined}>
              {boardStatuses.map((status) => (
                <BoardColumn data={data} filters={filters} key={status} order={order} status={status} />
              ))}
            </div>
            <DragOverlay dropAnimation={reducedMotion ? null : dropAnimation}>
              {lifted && (
                <div className={`${cardStyles.card} ${cardStyles.floating}`}>
                  <TaskCard {...toCardProps(lifted, data, filters)} />
                </div>
              )}
            </DragOverlay>
          </DndContext>
        )}
        {panel}
      </SidePanelArea>
      {requested && mayWrite && <NewTaskDialog filters={filters} data={data} onClose={closeDialog} />}
    </div>
  );
}
