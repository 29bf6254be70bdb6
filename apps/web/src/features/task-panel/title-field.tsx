import { textBounds, toStoredText } from '@crewboard/contracts';
import { Button, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { checkTitle } from '#domain/board/changes/check-task-texts.ts';
import { isText, useDraft } from '#domain/drafts/use-draft.ts';
import styles from './title-field.module.css';

interface TitleFieldProps {
  taskId: string;
  title: string;
  canEdit: boolean;
  onSave: (title: string) => Promise<boolean>;
}

/**
 * An unsaved title. The field shows it if it is `typed`, `rejected` by the service, or `restored` from a draft; if it
 * is `kept`, the field shows the saved title.
 */
type Typed = { text: string; state: keyof typeof notices | 'typed' | 'kept' };

/** The notices below the field, by the state of the title in it. */
const notices = { restored: 'Draft restored', rejected: 'Not saved' };

/** The title, edited in place: Enter or blur saves, Escape shows the saved one and keeps the draft. */
export function TitleField({ taskId, title, canEdit, onSave }: TitleFieldProps) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const draft = useDraft('title', isText, taskId);
  /** The text that is being saved. */
  const sent = useRef<string | null>(null);

  useLayoutEffect(() => {
    const text = draft.read();
    if (text) setTyped({ text, state: 'restored' });
  }, [draft]);

  if (!canEdit) {
    return (
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
    );
  }

  const shown = typed && typed.state !== 'kept' ? typed.text : null;
  const problem = shown?.trim() ? checkTitle(shown) : null;

  function change(text: string) {
    setTyped({ text, state: 'typed' });
    draft.keep(text);
  }

  function discard() {
    setTyped(null);
    draft.remove();
  }

  async function save() {
    if (!typed || typed.state === 'kept') return;
    const { text } = typed;
    const next = text.trim();
    if (text === sent.current) return;
    if (!next || next === title) return discard();
    if (problem) return;
    sent.current = text;
    const isSaved = await onSave(next);
    if (sent.current === text) sent.current = null;
    // A rejected title stays in the field, and so does what was typed since.
    if (!isSaved) return setTyped((now) => (now?.text === text ? { text, state: 'rejected' } : now));
    setTyped((now) => (now?.text === text ? null : now));
    if (draft.read() === text) draft.remove();
  }

  function showSaved() {
    if (!typed?.text.trim() || typed.text.trim() === title) discard();
    else setTyped({ text: typed.text, state: 'kept' });
  }

  return (
    <>
      <Textarea
        aria-label="Title"
        classNames={{ input: styles.field }}
        error={problem}
        inputContainer={(field) => (
          <div className={styles.sized} data-text={`${shown ?? title}\u200b`} dir="auto">
            {field}
          </div>
        )}
        onBlur={() => typed?.state === 'typed' && void save()}
        onChange={(event) => change(toStoredText(event.currentTarget.value, textBounds.title))}
        onKeyDown={(event) => {
          // The key ends the composition of a character.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') showSaved();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (problem) return;
          // Leaving the field saves a text that was typed, but not a restored or rejected one.
          if (typed && typed.state in notices) void save();
          else event.currentTarget.blur();
        }}
        rows={1}
        value={shown ?? title}
        variant="unstyled"
      />
      {typed && typed.state !== 'typed' && typed.state !== 'kept' && (
        <DraftNotice
          action={<NoticeButton onClick={() => void save()}>Save</NoticeButton>}
          onDiscard={discard}
        >
          {notices[typed.state]}
        </DraftNotice>
      )}
      {typed?.state === 'kept' && (
        <DraftNotice
          action={
            <NoticeButton onClick={() => setTyped({ text: typed.text, state: 'restored' })}>
              Show the draft
            </NoticeButton>
          }
          onDiscard={discard}
        >
          Draft kept
        </DraftNotice>
      )}
    </>
  );
}

function NoticeButton(props: { children: string; onClick: () => void }) {
  return <Button {...props} size="compact-xs" variant="subtle" />;
}
