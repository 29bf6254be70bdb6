import { type BoardTask, textBounds, toStoredText } from '@crewboard/contracts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useSetExternalId } from '#domain/board/changes/external-id-mutation.ts';
import { useFocusAfter } from '#lib/focus/use-focus-after.ts';
import { checkText } from '#lib/text/check-text.ts';
import { closeOnEscape } from '../close-on-escape.ts';
import { CopyIcon } from '../copy-icon.tsx';
import { SubtleButton } from '../subtle-button.tsx';
import styles from '../task-panel.module.css';

interface ExternalIdProps {
  task: BoardTask;
  canEdit: boolean;
}

/** The id that a program of the team has given the task, to copy and to change. Nothing if people can do neither. */
export function ExternalId({ task, canEdit }: ExternalIdProps) {
  const { externalId } = task;
  const [isEditing, setEditing] = useState(false);
  if (isEditing && canEdit) return <ExternalIdForm onClose={() => setEditing(false)} task={task} />;
  if (externalId === null && !canEdit) return null;
  return (
    <div className={styles.id}>
      {externalId === null ? (
        <SubtleButton className={styles.addId} onClick={() => setEditing(true)}>
          Set an external id
        </SubtleButton>
      ) : (
        <>
          <span>
            External id <code dir="auto">{externalId}</code>
          </span>
          <CopyIcon label="Copy external id" size="sm" text={() => externalId} />
          {canEdit && (
            <ActionIcon
              aria-label="Change the external id"
              color="gray"
              onClick={() => setEditing(true)}
              size="sm"
              title="Change the external id"
              variant="subtle"
            >
              <IconPencil aria-hidden size={14} stroke={1.5} />
            </ActionIcon>
          )}
        </>
      )}
    </div>
  );
}

/** Saves the id, or removes it if the field is empty. The text stays in the field until it is saved. */
function ExternalIdForm({ task, onClose }: { task: BoardTask; onClose: () => void }) {
  const [text, setText] = useState(task.externalId ?? '');
  const [rejected, setRejected] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const set = useSetExternalId(task);
  const form = useRef<HTMLFormElement>(null);
  // From the form, the focus moves to the panel once this component is gone.
  useFocusAfter(true, () => form.current?.closest('aside'));
  const next = text.trim();
  const problem = next === '' ? null : checkText('The external id', textBounds.externalId, next);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (problem || isSaving) return;
    if (next === (task.externalId ?? '')) return onClose();
    setSaving(true);
    const { isSaved, ...outcome } = await set(next || null);
    setSaving(false);
    if (isSaved) onClose();
    else setRejected(outcome.problem);
  }

  return (
    <form
      className={styles.idForm}
      noValidate
      onKeyDown={closeOnEscape(onClose)}
      onSubmit={(event) => void save(event)}
      ref={form}
    >
      <TextInput
        aria-label="External id"
        autoComplete="off"
        // The form has replaced the button that had the focus.
        autoFocus
        error={problem ?? rejected}
        onChange={({ currentTarget }) => {
          setText(toStoredText(currentTarget.value, textBounds.externalId));
          setRejected(null);
        }}
        placeholder="What your program calls the task"
        readOnly={isSaving}
        size="xs"
        value={text}
      />
      <Button loading={isSaving} size="compact-xs" type="submit">
        Save
      </Button>
      <SubtleButton onClick={onClose}>Cancel</SubtleButton>
    </form>
  );
}
