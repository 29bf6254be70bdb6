'use client';

import { Spotlight } from '@mantine/spotlight';
import { type RefObject, useRef } from 'react';
import { useEnterOnceFound } from '#domain/board/search/use-enter-once-found.ts';
import { useFoundTasks } from '#domain/board/search/use-found-tasks.ts';
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
  const isFound = isComplete || groups.length > 0;
  const runFirst = () => results.current?.querySelector<HTMLElement>('[data-action]')?.click();
  const onKeyDownCapture = useEnterOnceFound(isFound, runFirst, isEnterPressed);

  return (
    <>
      <Spotlight.Search {...paletteSearch} onKeyDownCapture={onKeyDownCapture} />
      <PaletteResults {...{ groups, tasks, isComplete, query, results }} />
    </>
  );
}
