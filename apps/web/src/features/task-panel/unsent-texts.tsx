import { useLayoutEffect, useState } from 'react';
import { CopyButton } from '#components/code/copy-button.tsx';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { isText, isTextDraft, type TextDraft, useDraft } from '#domain/drafts/use-draft.ts';
import styles from './task-panel.module.css';
import { LongTextBox } from './text/long-text.tsx';

/**
 * The drafts of this person for a task that they can no longer change, to copy or discard: it was deleted or archived,
 * or their role no longer allows it.
 */
export function UnsentTexts({ taskId }: { taskId: string }) {
  return (
    <>
      <UnsentText draft={useDraft('title', isText, taskId)} state="not saved" subject="title" />
      <UnsentText
        draft={useDraft('description', isTextDraft, taskId)}
        state="not saved"
        subject="description"
      />
      <UnsentText draft={useDraft('comment', isText, taskId)} state="not sent" subject="comment" />
    </>
  );
}

interface UnsentTextProps {
  draft: { read: () => string | TextDraft | null; remove: () => void };
  subject: 'title' | 'description' | 'comment';
  state: string;
}

function UnsentText({ draft, subject, state }: UnsentTextProps) {
  const [text, setText] = useState<string | null>(null);

  useLayoutEffect(() => {
    const kept = draft.read();
    setText(typeof kept === 'string' ? kept : (kept?.text ?? null));
  }, [draft]);

  function discard(): void {
    draft.remove();
    setText(null);
  }

  if (text === null) return null;
  return (
    <section aria-label={`Your ${subject}, ${state}`} className={styles.unsent}>
      <DraftNotice action={<CopyButton subject={`your ${subject}`} text={text} />} onDiscard={discard}>
        Your {subject}, {state}
      </DraftNotice>
      <LongTextBox dir="auto" text={text} />
    </section>
  );
}
