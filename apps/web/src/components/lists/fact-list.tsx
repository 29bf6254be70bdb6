import type { ReactNode } from 'react';
import { CopyButton } from '../code/copy-button.tsx';
import styles from './fact-list.module.css';

interface FactListProps {
  /** `columns`: in a frame, values below names; `lines`: values beside names. */
  layout: 'columns' | 'lines';
  children: ReactNode;
}

/** A list of names and values, such as the properties of a task. */
export function FactList({ layout, children }: FactListProps) {
  return <dl className={styles[layout]}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * An id as the value of a fact, with a button that copies it.
 * @param subject names the id, for screen readers
 */
export function FactId({ id, subject }: { id: string; subject: string }) {
  return (
    <span className={styles.id}>
      <code className="truncate">{id}</code>
      <CopyButton subject={subject} text={id} />
    </span>
  );
}
