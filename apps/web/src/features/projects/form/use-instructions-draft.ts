import { codePointLength, textBounds } from '@crewboard/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { isTextDraft, type TextDraft, useDraft } from '#domain/drafts/use-draft.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';

const { max } = textBounds.instructions;

/**
 * The instructions in the form of a project; without an id, of a new project. Typed text is kept in the browser as a
 * draft, with the saved text that it started from as its `base`, until it is saved or discarded. The list of projects
 * has no instructions, so they are read here.
 */
export function useInstructionsDraft(projectId: string | undefined) {
  const options = useTRPC().projects.get.queryOptions({ projectId: projectId ?? '' });
  const query = useQuery({ ...options, enabled: projectId !== undefined });
  const stored = useDraft('instructions', isTextDraft, projectId);
  const [draft, setDraft] = useState<TextDraft | null>(null);
  const [isRestored, setRestored] = useState(false);
  const queryClient = useQueryClient();
  /** The instructions from elsewhere because of which a save was stopped; undefined until then. */
  const [stoppedBy, setStoppedBy] = useState<string | null>();
  const saved = query.data?.instructions ?? null;
  const text = draft?.text ?? saved ?? '';
  const isChanged = text.trim() !== (saved ?? '').trim();
  const excess = codePointLength(text.trim()) - max;

  useLayoutEffect(() => {
    const kept = stored.read();
    if (!kept) return;
    setDraft(kept);
    setRestored(true);
  }, [stored]);

  return {
    text,
    /** The draft is from before the dialog was opened. */
    isRestored: isRestored && isChanged,
    /** Until the saved text is read, nothing can be typed: it would replace that text unseen. */
    isLoading: projectId !== undefined && query.data === undefined,
    isFailed: query.isError && query.data === undefined,
    instructions: text.trim() || null,
    isChanged,
    /** Instructions were saved elsewhere since the draft was started. */
    hasChangedMeanwhile: query.data !== undefined && draft !== null && isChanged && draft.base !== saved,
    /** The saved instructions, not the typed ones. */
    saved,
    /** A save was stopped, because the person had not seen `saved`. They are shown now: the next save replaces them. */
    isSaveStopped: stoppedBy !== undefined && stoppedBy === saved,
    /**
     * Whether a save replaces only instructions that the person has seen; if not, stops it and shows them. Reads them
     * first, because a page may have missed a change. Call it only for a project that exists.
     */
    async mayReplaceSaved(): Promise<boolean> {
      if (!draft || !isChanged) return true;
      const { instructions } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
      if ([draft.base, stoppedBy, text.trim() || null].includes(instructions)) return true;
      setStoppedBy(instructions);
      return false;
    },
    problem:
      excess > 0
        ? `Instructions have at most ${formatNumber(max)} characters. Shorten them by ${formatNumber(excess)}.`
        : null,
    change(next: string) {
      const base = draft ? draft.base : saved;
      const isUnchanged = next === (base ?? '');
      setDraft(isUnchanged ? null : { text: next, base });
      setRestored(false);
      if (isUnchanged) stored.remove();
      else stored.keep({ text: next, base });
    },
    /**
     * Whether the browser has the draft. False for a changed text if the storage is missing or full: the text is then
     * lost when the form closes.
     */
    isKept: () => stored.read() !== null,
    /** Removes the draft, also once it is saved. */
    discard() {
      setDraft(null);
      setRestored(false);
      stored.remove();
    },
  };
}
