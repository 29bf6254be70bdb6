import { Button, Group, Textarea } from '@mantine/core';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { checkDescription } from '#domain/board/changes/check-task-texts.ts';
import styles from '../task-panel.module.css';

interface DescriptionEditorProps {
  text: string;
  /** Whether the text is a draft that the page has restored by itself. */
  isRestored: boolean;
  /** Whether another person has saved a description since this draft was started. */
  hasChangedMeanwhile: boolean;
  isBusy: boolean;
  onChange: (text: string) => void;
  /** Closes the editor and keeps the draft. */
  onClose: () => void;
  onDiscard: () => void;
  onSave: () => void;
}

/** The field for the description, with Save and Cancel. Ctrl+Enter saves, Escape closes. */
export function DescriptionEditor({ text, isRestored, isBusy, ...editor }: DescriptionEditorProps) {
  const problem = checkDescription(text);
  const canSave = problem === null && !isBusy;
  return (
    <>
      {isRestored && <DraftNotice onDiscard={editor.onDiscard}>Draft restored</DraftNotice>}
      <Textarea
        aria-label="Description"
        // A restored draft must not take the focus from the panel.
        autoFocus={!isRestored}
        autosize
        error={problem}
        maxRows={24}
        minRows={6}
        onChange={(event) => editor.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The key ends the composition of a character.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') editor.onClose();
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && canSave) editor.onSave();
        }}
        placeholder="Markdown works."
        value={text}
      />
      <Group gap="xs" justify="flex-end" mt="xs">
        <Button onClick={() => isBusy || editor.onClose()} variant="default">
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => canSave && editor.onSave()}>
          Save
        </Button>
      </Group>
      {/* Below the buttons: above them it would push “Save” away from the pointer of a person who clicks it. */}
      <div role="status">
        {editor.hasChangedMeanwhile && (
          <p className={styles.changed}>
            The description was changed meanwhile. Saving shows both, for you to choose.
          </p>
        )}
      </div>
    </>
  );
}
