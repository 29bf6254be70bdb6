'use client';

import { useLayoutEffect, useState } from 'react';
import { useDraft } from '../../domain/drafts/use-draft.ts';

/** An unsaved text, and the saved description it is based on. */
export interface DescriptionDraft {
  text: string;
  base: string | null;
}

function isDescriptionDraft(stored: unknown): stored is DescriptionDraft {
  const { text, base } = (stored ?? {}) as DescriptionDraft;
  return typeof text === 'string' && (typeof base === 'string' || base === null);
}

/** The draft of a description, which survives the editor, the panel and the session until it is saved. */
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
    /** The draft is older than the open editor. */
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
    /** Closes the editor and keeps the draft. */
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
