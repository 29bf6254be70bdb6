import type { BoardTask } from '@crewboard/contracts';
import { Spotlight } from '@mantine/spotlight';
import { useRouter } from 'next/navigation';
import { type RefObject, useLayoutEffect } from 'react';
import { Keys } from '#components/code/keys.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { FoundTask } from '#domain/board/search/found-task.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import type { Command } from '#lib/commands/commands.tsx';
import styles from './palette.module.css';

interface PaletteResultsProps {
  /** The label of each group, and its commands. */
  groups: [string, Command[]][];
  tasks: BoardTask[];
  /** Whether the search for tasks has ended. */
  isComplete: boolean;
  query: string;
  /** Receives the element around the results, whose first one the caller runs at Enter. */
  results: RefObject<HTMLDivElement | null>;
}

export function PaletteResults({ groups, tasks, isComplete, query, results }: PaletteResultsProps) {
  const router = useRouter();
  const team = useTeam();
  const names = useAssigneeNames();
  useFirstSelected(results, tasks);

  return (
    <Spotlight.ActionsList>
      <div ref={results}>
        {groups.map(([group, commands]) => (
          <Spotlight.ActionsGroup className={styles.group} key={group} label={group}>
            {commands.map(({ id, label, icon, shortcut, run }) => (
              <Spotlight.Action className={styles.action} key={id} onClick={run}>
                {icon}
                <span className={`${styles.label} truncate`}>{label}</span>
                {shortcut && <Keys keys={shortcut} />}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {tasks.length > 0 && (
          <Spotlight.ActionsGroup className={styles.group} label="Tasks">
            {tasks.map((task) => (
              <Spotlight.Action
                className={styles.action}
                key={task.id}
                onClick={() => router.push(taskPath(team.id, task.id))}
              >
                <FoundTask names={names} task={task} />
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {isComplete && groups.length === 0 && tasks.length === 0 && (
          <Spotlight.Empty>No results for “{query.trim()}”.</Spotlight.Empty>
        )}
      </div>
    </Spotlight.ActionsList>
  );
}

/** Selects the first result, so that Enter runs it: Spotlight selects no result that arrives after the last key. */
function useFirstSelected(results: RefObject<HTMLDivElement | null>, tasks: BoardTask[]): void {
  // A layout effect: later, Enter could be pressed while results are shown and none is selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again when tasks arrive.
  useLayoutEffect(() => {
    if (results.current?.querySelector('[data-selected]')) return;
    results.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [tasks]);
}
