import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './attention-mark.module.css';

/** Agents no longer get the task: a person has to look at it. */
export function AttentionMark() {
  return (
    <span className={styles.mark}>
      <IconAlertTriangle aria-hidden size={14} stroke={1.75} />
      Needs attention
    </span>
  );
}
