import type { Task } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { useFocusAfter } from '#lib/focus/use-focus-after.ts';
import { RichText } from '../markdown/rich-text.tsx';
import { SubtleButton } from '../subtle-button.tsx';
import styles from '../task-panel.module.css';
import { FoldedText } from '../text/folded-text.tsx';
import { DescriptionConflict } from './description-conflict.tsx';
import { DescriptionEditor } from './description-editor.tsx';
import { useDescriptionDraft } from './use-description-draft.ts';
import { type SaveOutcome, useSaveDescription } from './use-save-description.ts';

interface DescriptionFieldProps {
  task: Task;
  canEdit: boolean;
  /** Whether all of a long description is shown. */
  isWhole: boolean;
  onToggle: (isWhole: boolean) => void;
}

/**
 * The description, edited in place. If another person saves a description while this person edits, a dialog lets them
 * choose. Unsaved text stays as a draft.
 */
export function DescriptionField({ task, canEdit, isWhole, onToggle }: DescriptionFieldProps) {
  const { description } = task;
  const { draft, isOpen, isRestored, ...edit } = useDescriptionDraft(task.id);
  // The saved description as the dialog shows it: a click must not overwrite a text that changed under the pointer.
  const [conflict, setConflict] = useState<{ description: string | null; isAgain: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** How many drafts were discarded. The response to the save of a discarded draft must not open the dialog. */
  const discards = useRef(0);
  const save = useSaveDescription(task);
  const isEditing = canEdit && isOpen && draft !== null;
  const section = useRef<HTMLElement>(null);
  useFocusAfter(isEditing, () => section.current?.closest('aside'));
  useFocusAfter(isEditing && conflict !== null, () => section.current?.querySelector('textarea'));

  async function trySave(text: string, base: string | null) {
    const next = text.trim() ? text : null;
    const discardsBefore = discards.current;
    setBusy(true);
    const outcome: SaveOutcome = next === description ? { kind: 'saved' } : await save(next, base);
    setBusy(false);
    // After `failed`, the text stays in the field.
    if (outcome.kind === 'changed') {
      if (discards.current > discardsBefore) return;
      setConflict({ description: outcome.description, isAgain: conflict !== null });
    } else if (outcome.kind === 'saved') {
      setConflict(null);
      edit.settle(text, next);
    }
  }

  function discard() {
    discards.current += 1;
    setConflict(null);
    edit.discard();
  }

  return (
    <section aria-labelledby="task-description" className={styles.section} ref={section}>
      <div className={styles.heading}>
        <h3 id="task-description">Description</h3>
        {canEdit && !isEditing && draft === null && (
          <SubtleButton onClick={() => edit.open(description)}>
            {description ? 'Edit' : 'Write one'}
          </SubtleButton>
        )}
      </div>
      {canEdit && !isEditing && draft !== null && (
        <DraftNotice
          action={
            <Button onClick={() => edit.open(description)} size="compact-xs" variant="subtle">
              Continue editing
            </Button>
          }
          onDiscard={discard}
        >
          Draft kept
        </DraftNotice>
      )}
      {isEditing && (
        <DescriptionEditor
          hasChangedMeanwhile={description !== draft.base}
          isBusy={isBusy}
          isRestored={isRestored}
          onChange={(text) => edit.change(text, draft.base)}
          onClose={edit.close}
          onDiscard={discard}
          onSave={() => void trySave(draft.text, draft.base)}
          text={draft.text}
        />
      )}
      {isEditing && conflict && (
        <DescriptionConflict
          description={conflict.description}
          isAgain={conflict.isAgain}
          isBusy={isBusy}
          onChange={(text) => edit.change(text, draft.base)}
          onClose={() => setConflict(null)}
          onKeepTheirs={discard}
          onSave={() => void trySave(draft.text, conflict.description)}
          text={draft.text}
        />
      )}
      {!isEditing &&
        (description ? (
          <FoldedText isOpen={isWhole} onToggle={onToggle}>
            <div dir="auto">
              <RichText text={description} />
            </div>
          </FoldedText>
        ) : (
          <p className={styles.none}>No description.</p>
        ))}
    </section>
  );
}
