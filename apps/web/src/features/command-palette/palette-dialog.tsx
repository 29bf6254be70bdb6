import type { Account } from '@crewboard/contracts';
import { Spotlight } from '@mantine/spotlight';
import { type RefObject, useRef } from 'react';
import { useEnterOnceFound } from '#domain/board/search/use-enter-once-found.ts';
import { useFoundTasks } from '#domain/board/search/use-found-tasks.ts';
import { useCommands } from '#lib/commands/commands.tsx';
import { paletteStore } from '#lib/commands/palette.ts';
import { findCommands } from './find-commands.ts';
import styles from './palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { paletteLabel, paletteSearch } from './palette-search.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';

interface PaletteContentProps {
  query: string;
  /** Whether Enter was pressed before there was a result. The first result then runs as soon as it is found. */
  isEnterPressed: RefObject<boolean>;
}

export interface PaletteDialogProps extends PaletteContentProps {
  account: Account;
  onQueryChange: (query: string) => void;
}

/** The dialog of the command palette. `palette.open` opens it. */
export function PaletteDialog({ account, query, isEnterPressed, onQueryChange }: PaletteDialogProps) {
  usePaletteCommands(account);

  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': paletteLabel } }}
      classNames={{ content: styles.content }}
      maxHeight={420}
      onQueryChange={onQueryChange}
      onSpotlightClose={() => {
        isEnterPressed.current = false;
      }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      query={query}
      scrollable
      shortcut={null}
      size={560}
      store={paletteStore}
      // Typing right after opening must not be lost.
      transitionProps={{ duration: 0 }}
    >
      <PaletteContent isEnterPressed={isEnterPressed} query={query} />
    </Spotlight.Root>
  );
}

/** The field and its results. Apart from the dialog, so that it searches only while the palette is open. */
function PaletteContent({ query, isEnterPressed }: PaletteContentProps) {
  const { tasks, isComplete } = useFoundTasks(query);
  const groups = [...findCommands(useCommands(), query)];
  const results = useRef<HTMLDivElement>(null);
  // Commands come before tasks: with a command, the first result is found.
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
