'use client';

import { Spotlight } from '@mantine/spotlight';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useFoundTasks } from '#domain/board/use-found-tasks.ts';
import { useCommands } from '#lib/commands/commands.tsx';
import { findCommands } from './find-commands.ts';
import { PaletteResults } from './palette-results.tsx';
import { paletteSearch } from './palette-search.tsx';

export interface PaletteBodyProps {
  query: string;
  /** Whether Enter was pressed before the first result was there, which then runs. */
  isEnterPressed: RefObject<boolean>;
}

/** The field of the command palette, and what it finds. */
export function PaletteBody({ query, isEnterPressed }: PaletteBodyProps) {
  const { tasks, isComplete } = useFoundTasks(query);
  const groups = [...findCommands(useCommands(), query)];
  const results = useRef<HTMLDivElement>(null);
  // Commands come before tasks: the first result is there.
  const onKeyDownCapture = useEnterOnceFound(results, isComplete || groups.length > 0, isEnterPressed);

  return (
    <>
      <Spotlight.Search {...paletteSearch} onKeyDownCapture={onKeyDownCapture} />
      <PaletteResults {...{ groups, tasks, isComplete, query, results }} />
    </>
  );
}

/** Enter that is pressed before the first result has arrived runs it once it has, unless an older result was chosen. */
function useEnterOnceFound(
  results: RefObject<HTMLElement | null>,
  isFound: boolean,
  isEnterPressed: RefObject<boolean>,
) {
  const hasChosen = useRef(false);

  useEffect(() => {
    if (!isFound || !isEnterPressed.current) return;
    isEnterPressed.current = false;
    results.current?.querySelector<HTMLElement>('[data-action]')?.click();
  }, [isFound, results, isEnterPressed]);

  return (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    isEnterPressed.current = isEnter && !isFound && !hasChosen.current;
    if (isEnterPressed.current) event.stopPropagation();
    if (!isEnter) hasChosen.current = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  };
}
