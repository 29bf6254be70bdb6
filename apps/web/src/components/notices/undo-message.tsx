import { Button } from '@mantine/core';
import styles from './toast-message.module.css';

/** `busy` while the undo runs; `ended` once it has succeeded or failed. */
export type UndoState = 'offered' | 'busy' | 'ended';

export interface UndoText {
  /** The change in two or three words. */
  label: string;
  /** The name of the changed thing. */
  detail: string;
  /** A further consequence, as a sentence. */
  note?: string;
}

interface UndoMessageProps extends UndoText {
  state: UndoState;
  /** Must ignore all calls but the first: an ended Undo only looks disabled, and a click on it calls this again. */
  onUndo: () => void;
  onShow?: () => void;
}

/**
 * The content of the toast of a change, with Undo. The button stays in place, so that a second click hits nothing else.
 */
export function UndoMessage({ label, detail, note, state, onUndo, onShow }: UndoMessageProps) {
  return (
    <div className={styles.message}>
      <div className={styles.text}>
        <strong>{label}</strong>
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {onShow && (
        <Button onClick={onShow} variant="subtle">
          Show
        </Button>
      )}
      <Button
        aria-disabled={state === 'ended' || undefined}
        data-disabled={state === 'ended' || undefined}
        loading={state === 'busy'}
        onClick={onUndo}
        variant="default"
      >
        Undo
      </Button>
    </div>
  );
}
