import { Button } from '@mantine/core';
import styles from './toast-message.module.css';

interface ActionMessageProps {
  label: string;
  detail: string;
  /** The name of the button. */
  action: string;
  onAction: () => void;
}

/** The content of a toast: what happened, and a button for the next step. */
export function ActionMessage({ label, detail, action, onAction }: ActionMessageProps) {
  return (
    <div className={styles.message}>
      <div className={styles.text}>
        <strong>{label}</strong>
        <span className={styles.detail}>{detail}</span>
      </div>
      <Button onClick={onAction} variant="default">
        {action}
      </Button>
    </div>
  );
}
