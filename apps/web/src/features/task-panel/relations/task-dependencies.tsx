import { type BoardTask, isClosed } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { BlockedMark } from '#components/task/blocked-mark.tsx';
import {
  type Dependencies,
  type Direction,
  deadBlockers,
  deadHint,
  isOver,
  openBlockers,
} from '#domain/board/dependencies/dependencies.ts';
import { useEditDependency } from '#domain/board/dependencies/dependency-mutations.ts';
import { useDependencies } from '#domain/board/dependencies/use-dependencies.ts';
import { useKeptFocus } from '#lib/focus/use-kept-focus.ts';
import { SubtleButton } from '../subtle-button.tsx';
import { DependencyForm } from './dependency-form.tsx';
import { FailedRead, Property } from './related-property.tsx';
import styles from './related-tasks.module.css';
import { RelatedTasks } from './related-tasks.tsx';

const MAX_SHOWN = 6;

/**
 * The tasks that this task waits for and those that it blocks, as rows of its properties. Without any, people who may
 * edit see one row with a button, and others nothing.
 */
export function TaskDependencies({ task, canEdit }: { task: BoardTask; canEdit: boolean }) {
  const { unreadBlockerCount, isError, refetch, ...lists } = useDependencies(task);
  const { blockers, dependants } = lists;
  const edit = useEditDependency(task);
  /** Once the form is `closed`, the button that opens it gets the focus. */
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const ids = [...blockers, ...dependants].map(({ id }) => id);
  const focus = useKeptFocus(ids.join(), 'button[data-remove]', '[data-add]');
  const isEmpty = ids.length + unreadBlockerCount === 0;
  const listOf = (direction: Direction, label: string) => (
    <RelatedTasks
      isOver={isOver[direction]}
      keepsArchived={direction === 'dependants'}
      label={label}
      maxShown={MAX_SHOWN}
      onRemove={canEdit ? (other) => void edit.remove(direction, other) : undefined}
      tasks={lists[direction]}
    />
  );

  if (isEmpty && !canEdit) return null;
  return (
    <div className={styles.group} {...focus}>
      {isEmpty ? (
        <dt className={styles.label}>Dependencies</dt>
      ) : (
        <Property label="Dependencies">
          {blockers.length + unreadBlockerCount > 0 && (
            <>
              <WaitingState blockers={blockers} task={task} unreadBlockerCount={unreadBlockerCount} />
              {listOf('blockers', 'Waits for')}
              {unreadBlockerCount > 0 && !isError && <Skeleton h={14} my={7} w="60%" />}
              {unreadBlockerCount > 0 && isError && (
                <FailedRead
                  onRetry={() => void refetch()}
                  what={unreadBlockerCount === 1 ? 'one of them' : `${unreadBlockerCount} of them`}
                />
              )}
            </>
          )}
          {dependants.length > 0 && (
            <>
              <p className={styles.state}>Blocks</p>
              {listOf('dependants', 'Blocks')}
            </>
          )}
        </Property>
      )}
      {canEdit && (
        <dd className={styles.add}>
          {form === 'open' ? (
            <DependencyForm
              excludedIds={new Set([task.id, ...ids])}
              onAdd={(direction, other) => void edit.add(direction, other)}
              onClose={() => setForm('closed')}
            />
          ) : (
            <SubtleButton
              autoFocus={form === 'closed'}
              className={styles.addButton}
              data-add
              onClick={() => setForm('open')}
            >
              Add a dependency
            </SubtleButton>
          )}
        </dd>
      )}
    </div>
  );
}

interface WaitingStateProps extends Pick<Dependencies, 'blockers' | 'unreadBlockerCount'> {
  task: BoardTask;
}

/** The line above the blockers: how many are open, and what a person has to do if the task would wait for ever. */
function WaitingState({ task, blockers, unreadBlockerCount }: WaitingStateProps) {
  const open = openBlockers(blockers).length;
  const dead = deadBlockers(blockers);
  // A closed task is not blocked, and blockers that are not read yet may be open.
  const showsState = !isClosed(task) && unreadBlockerCount === 0;
  return (
    <>
      <p className={styles.state}>
        Waits for
        {showsState && open > 0 && (
          <BlockedMark>
            {blockers.length === 1
              ? 'Blocked until it is done'
              : `Blocked: ${open} of ${blockers.length} are not done`}
          </BlockedMark>
        )}
      </p>
      {showsState && dead.length > 0 && <p className={styles.dead}>{deadHint(dead, blockers.length)}</p>}
    </>
  );
}
