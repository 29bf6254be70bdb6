import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './draft-notice.module.css';

interface DraftNoticeProps {
  /** What is in the form, or kept outside of it. */
  children: ReactNode;
  /** What can be done with it, beside discarding it. */
  action?: ReactNode;
  onDiscard: () => void;
}

/** Says that a text is one that was typed before and not sent. */
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
