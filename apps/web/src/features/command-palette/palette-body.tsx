'use client';

import { Spotlight } from '@mantine/spotlight';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useCommands } from '../../lib/commands.tsx';
import { findCommands } from './find-commands.ts';
import { PaletteResults } from './palette-results.tsx';
import { paletteSearch } from './palette-search.tsx';
import { useFoundTasks } from './use-found-tasks.ts';

/** The field of the command palette, and what it finds. */
export function PaletteBody({ query }: { query: string }) {
  const { tasks, isComplete } = useFoundTasks(query);
  const groups = [...findCommands(useCommands(), query)];
  const results = useRef<HTMLDivElement>(null);
  // Commands come before tasks: the first result is there.
  const onKeyDownCapture = useEnterOnceFound(results, isComplete || groups.length > 0);

  return (
    <>
      <Spotlight.Search {...paletteSearch} onKeyDownCapture={onKeyDownCapture} />
      <PaletteResults {...{ groups, tasks, isComplete, query, results }} />
    </>
  );
}

/** Enter that is pressed before the first result has arrived runs it once it has, unless an older result was chosen. */
function useEnterOnceFound(results: RefObject<HTMLElement | null>, isFound: boolean) {
  const isRequested = useRef(false);
  const hasChosen = useRef(false);

  useEffect(() => {
    if (!isFound || !isRequested.current) return;
    isRequested.current = false;
    results.current?.querySelector<HTMLElement>('[data-action]')?.click();
  }, [isFound, results]);

  return (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    isRequested.current = isEnter && !isFound && !hasChosen.current;
    if (isRequested.current) event.stopPropagation();
    if (!isEnter) hasChosen.current = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  };
}
