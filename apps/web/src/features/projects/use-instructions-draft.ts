import { codePointLength, textBounds } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';

const { max } = textBounds.instructions;

/** The instructions of a project as they are typed; of a new one without an id. The list of projects does not have them. */
export function useInstructionsDraft(projectId: string | undefined) {
  const options = useTRPC().projects.get.queryOptions({ projectId: projectId ?? '' });
  const read = useQuery({ ...options, enabled: projectId !== undefined });
  const [typed, setTyped] = useState<string | null>(null);
  const stored = read.data?.instructions ?? '';
  const text = typed ?? stored;
  const excess = codePointLength(text.trim()) - max;
  return {
    text,
    setText: setTyped,
    /** Until they are read, nothing can be typed that would replace them. */
    isLoading: projectId !== undefined && read.data === undefined,
    isFailed: read.isError && read.data === undefined,
    instructions: text.trim() || null,
    isChanged: text.trim() !== stored.trim(),
    problem:
      excess > 0
        ? `Instructions have at most ${formatNumber(max)} characters. Shorten them by ${formatNumber(excess)}.`
        : null,
  };
}
