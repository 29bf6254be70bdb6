'use client';

import { Button, Textarea } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { checkDescription } from '../../domain/board/task-rules.ts';
import styles from './description-conflict.module.css';
import { MarkedText } from './marked-text.tsx';

interface DescriptionConflictProps {
  /** The one that is saved now. */
  description: string | null;
  /** What the person has typed, which may be merged here. */
  text: string;
  /** It was changed once more while this dialog was open. */
  isAgain: boolean;
  isBusy: boolean;
  onChange: (text: string) => void;
  /** Back to the editor; nothing is saved and nothing lost. */
  onClose: () => void;
  onKeepTheirs: () => void;
  onSave: () => void;
}

/** Two descriptions of one task, side by side: somebody else has saved one while this person wrote another. */
export function DescriptionConflict({
  description,
  text,
  isAgain,
  isBusy,
  ...choose
}: DescriptionConflictProps) {
  const problem = checkDescription(text);
  return (
    <Dialog
      holdOpen
      isBusy={isBusy}
      onClose={choose.onClose}
      title="The description was changed meanwhile"
      width={960}
    >
      <p className={styles.advice} role="status">
        {isAgain && <strong>It was changed once more: nothing was saved. </strong>}
        Choose one, or take over what you need into yours and save it. Lines that yours does not have are
        marked.
      </p>
      <div className={styles.texts}>
        <section aria-labelledby="saved-text" className={styles.side}>
          <h3 className={styles.name} id="saved-text">
            Saved now
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div className={styles.saved} tabIndex={0}>
            <MarkedText other={text} text={description ?? ''} />
          </div>
        </section>
        <section aria-labelledby="own-text" className={styles.side}>
          <h3 className={styles.name} id="own-text">
            Yours
          </h3>
          <Textarea
            aria-label="Your description"
            classNames={{ root: styles.field, wrapper: styles.field, input: styles.own }}
            data-autofocus
            error={problem}
            onChange={(event) => choose.onChange(event.currentTarget.value)}
            value={text}
          />
        </section>
      </div>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={choose.onClose} variant="default">
          Back to editing
        </Button>
        <Button disabled={isBusy} onClick={choose.onKeepTheirs} variant="default">
          Keep what is saved
        </Button>
        <Button
          disabled={problem !== null}
          loading={isBusy}
          onClick={({ detail }) => detail < 2 && choose.onSave()}
        >
          Save yours
        </Button>
      </div>
    </Dialog>
  );
}
