import type { ReactNode } from 'react';
import styles from './step.module.css';

interface StepProps {
  number: number;
  title: ReactNode;
  children?: ReactNode;
}

/** A numbered step of instructions. */
export function Step({ number, title, children }: StepProps) {
  return (
    <section className={styles.step}>
      <span className={styles.number}>{number}</span>
      <h3 className={styles.title}>{title}</h3>
      {children && <div className={styles.content}>{children}</div>}
    </section>
  );
}
