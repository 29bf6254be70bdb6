import { type BoardTask, type TaskHierarchy as Hierarchy, isClosed } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { usePathname } from 'next/navigation';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { taskPageIn } from '#domain/board/board-paths.ts';
import { progressText } from '#domain/board/hierarchy/hierarchy.ts';
import { useEditHierarchy } from '#domain/board/hierarchy/hierarchy-mutations.ts';
import { useHierarchy } from '#domain/board/hierarchy/use-hierarchy.ts';
import { useKeptFocus } from '#lib/focus/use-kept-focus.ts';
import { SubtleButton } from '../subtle-button.tsx';
import { FailedRead, Property } from './related-property.tsx';
import styles from './related-tasks.module.css';
import { RelatedTasks } from './related-tasks.tsx';
import { SearchForm } from './search-form.tsx';
import { useNewSubTask } from './use-new-sub-task.ts';

const MAX_SHOWN = 20;

type Side = 'parent' | 'child';

/**
 * The parent of a task and its sub-tasks, as rows of its properties. Without any, people who may edit see one row with
 * buttons, and others nothing.
 */
export function TaskHierarchy({ task, canEdit }: { task: BoardTask; canEdit: boolean }) {
  const { parent, children, counts, isError, refetch } = useHierarchy(task);
  const edit = useEditHierarchy(task);
  const form = useOpenForm(task.parentId);
  const ids = children.map(({ id }) => id);
  const focus = useKeptFocus([task.parentId, ...ids].join(), '[data-change], [data-remove]', '[data-add]');
  useFocusAfterForm(form.side, focus.ref);
  // The form for another parent is in the row of the parent. Other forms take the place of the buttons.
  const isFirstParentForm = form.side === 'parent' && task.parentId === null;
  const showsButtons = form.side !== 'child' && !isFirstParentForm;

  const parentForm = (
    <SearchForm
      excludedIds={new Set([task.id, task.parentId ?? ''])}
      label="Set the parent"
      onChoose={(chosen) => void edit.setParent(chosen)}
      onClose={form.close}
      searchLabel="Search for the parent of this task"
    />
  );

  if (counts.total === 0 && task.parentId === null && !canEdit && !isError) return null;
  return (
    <div className={styles.group} {...focus}>
      {task.parentId !== null && (
        <Property label="Parent">
          {parent && (
            <RelatedTasks
              isOver={isClosed}
              label="Parent"
              maxShown={1}
              onChange={canEdit ? () => form.open('parent') : undefined}
              onRemove={canEdit ? (removed) => void edit.removeParent(removed) : undefined}
              tasks={[parent]}
            />
          )}
          {!parent && !isError && <Skeleton h={14} my={7} w="60%" />}
          {!parent && isError && <FailedRead onRetry={() => void refetch()} what="the parent" />}
          {form.side === 'parent' && parentForm}
        </Property>
      )}
      {(counts.total > 0 || isError) && (
        <Property label="Sub-tasks">
          {isError && <FailedRead onRetry={() => void refetch()} what="the sub-tasks" />}
          {counts.total > 0 && <Progress counts={counts} />}
          <RelatedTasks
            isOver={isClosed}
            // No button removes an archived sub-task: the removal would change it, which the service rejects. The
            // removal of the parent changes only this task.
            keepsArchived
            label="Sub-tasks"
            maxShown={MAX_SHOWN}
            onRemove={canEdit ? (removed) => void edit.removeChild(removed) : undefined}
            tasks={children}
          />
          {counts.total > children.length && children.length > 0 && (
            <p className={styles.state}>The {children.length} oldest are listed.</p>
          )}
        </Property>
      )}
      {canEdit && (
        <>
          {counts.total === 0 && !isError && <dt className={styles.label}>Sub-tasks</dt>}
          <dd className={styles.add}>
            {form.side === 'child' && (
              <SearchForm
                excludedIds={new Set([task.id, ...ids])}
                label="Add a sub-task"
                onChoose={(chosen) => void edit.addChild(chosen)}
                onClose={form.close}
                searchLabel="Search for a sub-task of this task"
              />
            )}
            {isFirstParentForm && parentForm}
            {showsButtons && (
              <div className={styles.buttons}>
                <NewSubTaskButton taskId={task.id} />
                <AddButton form="child" onClick={() => form.open('child')}>
                  Add existing
                </AddButton>
                {task.parentId === null && (
                  <AddButton form="parent" onClick={() => form.open('parent')}>
                    Set parent
                  </AddButton>
                )}
              </div>
            )}
          </dd>
        </>
      )}
    </div>
  );
}

/** Which form is open. The form for the parent closes once the task has another parent. */
function useOpenForm(parentId: string | null) {
  const [opened, setOpened] = useState<{ side: Side; parentId: string | null } | null>(null);
  // A change of the state during rendering: React renders again at once.
  if (opened?.side === 'parent' && opened.parentId !== parentId) setOpened(null);
  return {
    side: opened?.side ?? null,
    open: (side: Side) => setOpened({ side, parentId }),
    close: () => setOpened(null),
  };
}

/** Once a form is closed, focuses the button that opens it. */
function useFocusAfterForm(side: Side | null, group: RefObject<HTMLElement | null>): void {
  const last = useRef<Side>(null);
  useLayoutEffect(() => {
    const selector = { child: '[data-form="child"]', parent: '[data-change], [data-form="parent"]' };
    if (last.current && !side) group.current?.querySelector<HTMLElement>(selector[last.current])?.focus();
    last.current = side;
  }, [side, group]);
}

function Progress({ counts }: { counts: Hierarchy['counts'] }) {
  const { total, done, cancelled } = counts;
  return (
    <div className={styles.progress}>
      <span>{progressText(counts)}</span>
      <span aria-hidden className={styles.bar}>
        <span data-status="done" style={{ width: `${(100 * done) / total}%` }} />
        <span data-status="cancelled" style={{ width: `${(100 * cancelled) / total}%` }} />
      </span>
    </div>
  );
}

/** Absent beside the archive and the attention page: only the board has the dialog for a new task. */
function NewSubTaskButton({ taskId }: { taskId: string }) {
  const open = useNewSubTask(taskId);
  return taskPageIn(usePathname()) === 'board' && <AddButton onClick={open}>Add sub-task</AddButton>;
}

interface AddButtonProps {
  /** The form that the button opens in its place. */
  form?: Side;
  onClick: () => void;
  children: string;
}

const AddButton = ({ form, ...props }: AddButtonProps) => (
  <SubtleButton className={styles.addButton} data-add data-form={form} {...props} />
);
