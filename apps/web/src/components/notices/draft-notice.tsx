import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './draft-notice.module.css';

interface DraftNoticeProps {
  /** The state of the draft. */
  children: ReactNode;
  /** An action beside "Discard". */
  action?: ReactNode;
  onDiscard: () => void;
}

/** Says that a form shows an unsent draft, with a button that discards it. */
export function DraftNotice({ children, action, onDiscard }: DraftNoticeProps) {
  return (
    <div className={styles.notice}>
      <span className={styles.text} role="status">
        <IconPencil aria-hidden size={14} stroke={1.5} />
        {children}
      </span>
      {action}
      <Button color="gray" onClick={onDiscard} size="compact-xs" variant="subtle">
        Discard
      </Button>
    </div>
  );
}
