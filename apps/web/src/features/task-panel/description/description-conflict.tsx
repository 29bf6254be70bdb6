import { Button, Textarea } from '@mantine/core';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { checkDescription } from '#domain/board/changes/check-task-texts.ts';
import styles from './description-conflict.module.css';
import { MarkedText } from './marked-text.tsx';

interface DescriptionConflictProps {
  /** The description that another person has saved. */
  description: string | null;
  /** The unsaved text of this person, which they can edit here. */
  text: string;
  /** Whether the saved description was changed again while this dialog was open. */
  isAgain: boolean;
  isBusy: boolean;
  onChange: (text: string) => void;
  /** Returns to the editor, without saving. */
  onClose: () => void;
  onKeepTheirs: () => void;
  onSave: () => void;
}

/** Shows two versions of a description side by side, for the person to choose: another person saved one meanwhile. */
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
      keepOpenOnClickOutside
      isBusy={isBusy}
      onClose={choose.onClose}
      title="The description was changed meanwhile"
      width={960}
    >
      <p className={styles.advice} role="status">
        {isAgain && <strong>It was changed again. Nothing was saved. </strong>}
        Choose one version, or copy what you need into yours and save it. Lines missing from yours are marked.
      </p>
      <div className={styles.texts}>
        <section aria-labelledby="saved-text" className={styles.side}>
          <h3 className={styles.name} id="saved-text">
            Saved now
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div className={styles.saved} dir="auto" tabIndex={0}>
            <MarkedText other={text} text={description ?? ''} />
          </div>
        </section>
        <section aria-labelledby="own-text" className={styles.side}>
          <h3 className={styles.name} id="own-text">
            Yours
          </h3>
          <Textarea
            aria-label="Your description"
            classNames={{ input: styles.own }}
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
          Keep the saved version
        </Button>
        <Button
          disabled={problem !== null}
          loading={isBusy}
          // The second click of a double click on “Save” in the editor must not choose a version.
          onClick={({ detail }) => detail < 2 && choose.onSave()}
        >
          Save yours
        </Button>
      </div>
    </Dialog>
  );
}
