import { IconBarrierBlock } from '@tabler/icons-react';
import styles from './mark.module.css';

interface BlockedMarkProps {
  /** Where there is little room, screen readers alone get the word. */
  isCompact?: boolean;
  children?: string;
}

/** The task waits for another one: no agent gets it before that is done. */
export function BlockedMark({ isCompact = false, children = 'Blocked' }: BlockedMarkProps) {
  return (
    <span className={styles.mark} title="Waits for a task that is not done">
      <IconBarrierBlock aria-hidden size={14} stroke={1.75} />
      <span className={isCompact ? styles.word : undefined}>{children}</span>
    </span>
  );
}
