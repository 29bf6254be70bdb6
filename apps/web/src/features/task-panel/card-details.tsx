import type { BoardTask } from '@crewboard/contracts';
import { TaskProperties } from './task-properties.tsx';
import styles from './title-field.module.css';

/** What the board knows of a task, until its texts are loaded. */
export function CardDetails({ card }: { card: BoardTask }) {
  return (
    <>
      <h2 className={styles.title}>{card.title}</h2>
      <TaskProperties canEdit={false} task={card} />
    </>
  );
}
