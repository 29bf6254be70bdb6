import { maxBlockers } from '@crewboard/contracts';
import { RemoveButton } from '#components/lists/remove-button.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { TaskSearch } from '#domain/board/search/task-search.tsx';
import { useKeptFocus } from '#lib/focus/use-kept-focus.ts';
import styles from './new-task-blockers.module.css';
import type { NewTaskValues } from './use-new-task-draft.ts';

type Tasks = NewTaskValues['waitsFor'];

interface NewTaskBlockersProps {
  tasks: Tasks;
  onChange: (tasks: Tasks) => void;
}

/** Chooses the tasks that a new task waits for. */
export function NewTaskBlockers({ tasks, onChange }: NewTaskBlockersProps) {
  const ids = tasks.map(({ id }) => id);
  const focus = useKeptFocus(ids.join(), 'button', 'input');
  return (
    <div className={styles.blockers} {...focus}>
      {tasks.length < maxBlockers && (
        <TaskSearch
          excludedIds={new Set(ids)}
          label="Waits for"
          onChoose={({ id, title, status }) => onChange([...tasks, { id, title, status }])}
          placeholder="Nothing"
          showsLabel
        />
      )}
      {tasks.length > 0 && (
        <ul aria-label="Waits for" className={styles.tasks}>
          {tasks.map(({ id, title, status }) => (
            <li key={id}>
              <StatusIcon size={14} status={status} />
              <span className="truncate" dir="auto">
                {title}
              </span>
              <RemoveButton
                label={`Waits for “${title}”: remove`}
                onClick={() => onChange(tasks.filter((task) => task.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
