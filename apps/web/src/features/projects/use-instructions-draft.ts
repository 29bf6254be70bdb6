import { codePointLength, textBounds } from '@crewboard/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { isTextDraft, type TextDraft, useDraft } from '#domain/drafts/use-draft.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';

const { max } = textBounds.instructions;

/**
 * The instructions of a project as they are typed; of a new one without an id. The list of projects does not have them.
 * The draft survives the dialog and the session until it is saved.
 */
export function useInstructionsDraft(projectId: string | undefined) {
  const options = useTRPC().projects.get.queryOptions({ projectId: projectId ?? '' });
  const read = useQuery({ ...options, enabled: projectId !== undefined });
  const stored = useDraft('instructions', isTextDraft, projectId);
  const [draft, setDraft] = useState<TextDraft | null>(null);
  const [isRestored, setRestored] = useState(false);
  const queryClient = useQueryClient();
  /** The instructions of another person that were shown on a save; undefined before one. */
  const [shown, setShown] = useState<string | null>();
  const saved = read.data?.instructions ?? null;
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
    /** The draft is older than the dialog. */
    isRestored: isRestored && isChanged,
    /** Until they are read, nothing can be typed that would replace them. */
    isLoading: projectId !== undefined && read.data === undefined,
    isFailed: read.isError && read.data === undefined,
    instructions: text.trim() || null,
    isChanged,
    /** Another person saved instructions since the draft was started. */
    hasChangedMeanwhile: read.data !== undefined && draft !== null && isChanged && draft.base !== saved,
    /** What is saved now, beside the draft. */
    saved,
    /** A save has found them, and saved nothing. */
    isSaveStopped: shown !== undefined && shown === saved,
    /**
     * Whether a save replaces nothing that the person has not been shown. Reads them first: a page may have missed a change.
     */
    async mayReplace(): Promise<boolean> {
      if (!draft || !isChanged) return true;
      const { instructions } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
      if ([draft.base, shown, text.trim() || null].includes(instructions)) return true;
      setShown(instructions);
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
    isKept: () => stored.read() !== null,
    /** Also once it is saved. */
    discard() {
      setDraft(null);
      setRestored(false);
      stored.remove();
    },
  };
}
