import type { ReactNode } from 'react';
import styles from './section-header.module.css';

interface SectionHeaderProps {
  title: string;
  action?: ReactNode;
  /** The purpose of the section, in a sentence. */
  children: ReactNode;
}

/** The header of one of several sections on a page, such as in the settings. */
export function SectionHeader({ title, action, children }: SectionHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.lead}>{children}</p>
      </div>
      {action}
    </div>
  );
}
