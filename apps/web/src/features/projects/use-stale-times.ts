'use client';

import { defaultStaleTimes, type ListedProject } from '@crewboard/contracts';
import { useState } from 'react';
import { checkStaleTime, fromSeconds, toSeconds } from './stale-time.ts';

/** The two times after which tasks of a project are stale, as a person edits them; those of the service for a new one. */
export function useStaleTimes(project: ListedProject | null) {
  const [ofAgent, inQueue] = defaultStaleTimes;
  const work = useTime(project?.staleAfterSeconds ?? ofAgent);
  const queue = useTime(project?.queueStaleAfterSeconds ?? inQueue);
  return {
    work,
    queue,
    isValid: work.isValid && queue.isValid,
    isChanged: work.isChanged || queue.isChanged,
    all: { staleAfterSeconds: work.seconds, queueStaleAfterSeconds: queue.seconds },
    changed: {
      ...(work.isChanged && { staleAfterSeconds: work.seconds }),
      ...(queue.isChanged && { queueStaleAfterSeconds: queue.seconds }),
    },
  };
}

function useTime(stored: number) {
  const [value, onChange] = useState(() => fromSeconds(stored));
  const seconds = toSeconds(value);
  return {
    field: { value, onChange },
    seconds,
    isValid: checkStaleTime(value) === null,
    isChanged: seconds !== stored,
  };
}
