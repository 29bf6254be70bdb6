import { IconBarrierBlock } from '@tabler/icons-react';
import styles from './mark.module.css';

interface BlockedMarkProps {
  /** Hides the word on narrow cards, except from screen readers. */
  isCompact?: boolean;
  children?: string;
}

/** Marks a task that waits for another task: no agent can claim it until that task is done. */
export function BlockedMark({ isCompact = false, children = 'Blocked' }: BlockedMarkProps) {
  return (
    <span className={styles.mark} title="Waits for a task that is not done">
      <IconBarrierBlock aria-hidden size={14} stroke={1.75} />
      <span className={isCompact ? styles.word : undefined}>{children}</span>
    </span>
  );
}
