'use client';

import { useLayoutEffect, useState } from 'react';
import { useDraft } from '../../domain/drafts/use-draft.ts';

/** What is typed, and the description that it was made from. */
export interface DescriptionDraft {
  text: string;
  base: string | null;
}

function isDescriptionDraft(stored: unknown): stored is DescriptionDraft {
  const { text, base } = (stored ?? {}) as DescriptionDraft;
  return typeof text === 'string' && (typeof base === 'string' || base === null);
}

/** The description that a person writes: it outlives the editor, the panel and the session, until it is saved. */
export function useDescriptionDraft(taskId: string) {
  const stored = useDraft('description', isDescriptionDraft, taskId);
  const [draft, setDraft] = useState<DescriptionDraft | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isRestored, setRestored] = useState(false);

  useLayoutEffect(() => {
    const kept = stored.read();
    if (!kept) return;
    setDraft(kept);
    setOpen(true);
    setRestored(true);
  }, [stored]);

  return {
    draft,
    isOpen,
    /** It was typed before the editor opened. */
    isRestored,
    open(description: string | null) {
      setOpen(true);
      setRestored(draft !== null);
      setDraft(draft ?? { text: description ?? '', base: description });
    },
    change(text: string, base: string | null) {
      setDraft({ text, base });
      setRestored(false);
      if (text === (base ?? '')) stored.remove();
      else stored.keep({ text, base });
    },
    /** Closes the editor; what was typed is kept. */
    close() {
      setOpen(false);
      if (draft && draft.text === (draft.base ?? '')) setDraft(null);
    },
    discard() {
      setOpen(false);
      setDraft(null);
      stored.remove();
    },
  };
}
