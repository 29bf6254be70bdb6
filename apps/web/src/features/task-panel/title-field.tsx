'use client';

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import styles from './title-field.module.css';

interface TitleFieldProps {
  title: string;
  canEdit: boolean;
  onSave: (title: string) => Promise<boolean>;
}

/** The title, edited where it stands: Enter or leaving it saves, Escape takes it back. */
export function TitleField({ title, canEdit, onSave }: TitleFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (!canEdit) return <h2 className={styles.title}>{title}</h2>;

  function save() {
    const next = draft?.trim();
    setDraft(null);
    if (next && next !== title) void onSave(next);
  }

  return (
    <Textarea
      aria-label="Title"
      autosize
      classNames={{ input: styles.field }}
      maxLength={500}
      minRows={1}
      onBlur={save}
      onChange={(event) => setDraft(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(null);
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
      value={draft ?? title}
      variant="unstyled"
    />
  );
}
