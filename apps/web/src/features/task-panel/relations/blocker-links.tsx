import type { BoardTask, DependencyTask } from '@crewboard/contracts';
import { deadBlockers, formatTaskCount, openBlockers } from '#domain/board/dependencies/dependencies.ts';
import { useDependencies } from '#domain/board/dependencies/use-dependencies.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';

/** `TaskDependencies` lists all of them. */
const maxNamed = 5;

/** "Waits for 2 tasks: A, B." Names only the cancelled or archived ones, if there are any: nobody works on them. */
export function BlockerLinks({ task }: { task: BoardTask }) {
  const { blockers, unreadBlockerCount } = useDependencies(task);
  const { pathOfTask, openTask } = useBoardLocation();
  const open = openBlockers(blockers);
  const dead = deadBlockers(blockers);
  const hasDead = dead.length > 0;
  const named = (hasDead ? dead : open).slice(0, maxNamed);
  const count = hasDead ? dead.length : open.length + unreadBlockerCount;
  if (count === 0) return <>Waits for no task any more.</>;

  return (
    <>
      Waits for {hasDead ? describeDead(dead) : formatTaskCount(count)}
      {named.length > 0 && ': '}
      {named.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a dir="auto" href={pathOfTask(id)} onClick={onPlainClick(() => openTask(id))}>
            {title}
          </a>
        </span>
      ))}
      {count > named.length && named.length > 0 && ` and ${count - named.length} more`}.
      {hasDead && ` Nobody works on ${count === 1 ? 'it' : 'them'}.`}
    </>
  );
}

/** "a task that is cancelled", "2 tasks that are cancelled or archived". */
function describeDead(dead: readonly DependencyTask[]): string {
  const [first, ...others] = dead;
  if (others.length > 0) return `${dead.length} tasks that are cancelled or archived`;
  return `a task that is ${first?.archivedAt ? 'archived' : 'cancelled'}`;
}
