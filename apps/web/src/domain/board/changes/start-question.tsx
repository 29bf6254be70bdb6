import type { BoardTask } from '@crewboard/contracts';
import { Button, Skeleton, Text } from '@mantine/core';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { formatTaskCount, openBlockers } from '../dependencies/dependencies.ts';
import { useDependencies } from '../dependencies/use-dependencies.ts';
import { useStored } from '../store/use-task-store.ts';
import styles from './start-question.module.css';

const MAX_LISTED = 5;

interface StartQuestionProps {
  task: BoardTask;
  onConfirm: () => void;
}

/** The content of the dialog that `confirmStart` opens: it names the tasks that the started task waits for. */
export function StartQuestion({ task, onConfirm }: StartQuestionProps) {
  // Its blockers may change while the dialog is open.
  const current = useStored((store) => store.shown(task.id)) ?? task;
  const { blockers, unreadBlockerCount, isError } = useDependencies(current);
  const open = openBlockers(blockers);
  /** Null until all blockers are read. */
  const openCount = unreadBlockerCount === 0 ? open.length : null;
  const unlistedCount = open.length - MAX_LISTED;

  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>
        “<bdi dir="auto">{task.title}</bdi>” {stateOf(openCount)}
      </Text>
      {openCount === null && !isError && <Skeleton h={20} mt="sm" />}
      {open.length > 0 && (
        <ul className={styles.blockers}>
          {open.slice(0, MAX_LISTED).map(({ id, title, status }) => (
            <li key={id}>
              <StatusIcon size={14} status={status} />
              <span dir="auto">{title}</span>
            </li>
          ))}
          {unlistedCount > 0 && <li>and {unlistedCount} more</li>}
        </ul>
      )}
      <DialogActions focusesCancel cancelLabel="Leave it">
        {/* The second click of a double click that opened the dialog must not confirm. */}
        <Button onClick={({ detail }) => detail < 2 && onConfirm()}>
          {openCount === 0 ? 'Move it' : 'Move it all the same'}
        </Button>
      </DialogActions>
    </>
  );
}

/** How many tasks the task waits for, as the rest of a sentence; null while that is unknown. */
function stateOf(openCount: number | null): string {
  if (openCount === null) return 'waits for tasks that are not done.';
  if (openCount === 0) return 'waits for nothing any more.';
  return `waits for ${formatTaskCount(openCount)} that ${openCount === 1 ? 'is' : 'are'} not done.`;
}
