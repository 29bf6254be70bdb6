import { useLayoutEffect, useState } from 'react';
import { isTextDraft, type TextDraft, useDraft } from '#domain/drafts/use-draft.ts';

interface DescriptionEdit {
  draft: TextDraft | null;
  isOpen: boolean;
  /** Whether the draft is older than the open editor. */
  isRestored: boolean;
  /** Whether the person has opened the editor. It opens by itself with a draft. */
  isOpenedByPerson: boolean;
}

const closed: DescriptionEdit = {
  draft: null,
  isOpen: false,
  isRestored: false,
  isOpenedByPerson: false,
};

/** The unsaved description. It outlives the editor, the panel and the session, until it is saved or discarded. */
export function useDescriptionDraft(taskId: string) {
  const stored = useDraft('description', isTextDraft, taskId);
  const [edit, setEdit] = useState(closed);

  useLayoutEffect(() => {
    const kept = stored.read();
    if (kept) setEdit({ ...closed, draft: kept, isOpen: true, isRestored: true });
  }, [stored]);

  return {
    ...edit,
    change(text: string, base: string | null) {
      setEdit((now) => ({ ...now, draft: { text, base }, isRestored: false }));
      if (text === (base ?? '')) stored.remove();
      else stored.keep({ text, base });
    },
    open(description: string | null) {
      const draft = edit.draft ?? { text: description ?? '', base: description };
      setEdit({ draft, isOpen: true, isRestored: edit.draft !== null, isOpenedByPerson: true });
    },
    /** Closes the editor and keeps the draft. */
    close() {
      setEdit(({ draft }) => ({
        ...closed,
        draft: draft && draft.text !== (draft.base ?? '') ? draft : null,
      }));
    },
    /**
     * Closes the editor after `text` was saved. Text that was typed since stays, as an edit of the saved description.
     */
    settle(text: string, description: string | null) {
      setEdit((now) =>
        now.draft && now.draft.text !== text
          ? { ...now, draft: { ...now.draft, base: description } }
          : closed,
      );
      // Not `edit.draft`: it is the draft of the render in which the save began.
      const kept = stored.read();
      if (kept && kept.text !== text) stored.keep({ ...kept, base: description });
      else stored.remove();
    },
    discard() {
      setEdit(closed);
      stored.remove();
    },
  };
}
