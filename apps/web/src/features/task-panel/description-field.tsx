'use client';

import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { RichText } from './rich-text.tsx';
import styles from './task-panel.module.css';

const MAX_LENGTH = 100_000;

interface DescriptionFieldProps {
  description: string | null;
  canEdit: boolean;
  onSave: (description: string | null) => Promise<boolean>;
}

export function DescriptionField({ description, canEdit, onSave }: DescriptionFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);

  async function save() {
    if (draft === null) return;
    const next = draft.trim() ? draft : null;
    // What was refused stays in the field, or it would be lost.
    if (next === description || (await onSave(next))) setDraft(null);
  }

  return (
    <section aria-labelledby="task-description" className={styles.section}>
      <div className={styles.heading}>
        <h3 id="task-description">Description</h3>
        {canEdit && draft === null && (
          <Button color="gray" onClick={() => setDraft(description ?? '')} size="compact-xs" variant="subtle">
            {description ? 'Edit' : 'Write one'}
          </Button>
        )}
      </div>
      {draft !== null && (
        <>
          <Textarea
            aria-label="Description"
            autoFocus
            autosize
            error={draft.length > MAX_LENGTH && 'At most 100,000 characters'}
            maxRows={24}
            minRows={6}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setDraft(null);
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save();
            }}
            placeholder="Markdown works."
            value={draft}
          />
          <Group gap="xs" justify="flex-end" mt="xs">
            <Button onClick={() => setDraft(null)} variant="default">
              Cancel
            </Button>
            <Button disabled={draft.length > MAX_LENGTH} onClick={() => void save()}>
              Save
            </Button>
          </Group>
        </>
      )}
      {draft === null &&
        (description ? <RichText text={description} /> : <p className={styles.none}>No description.</p>)}
    </section>
  );
}
