'use client';

import type { Account } from '@crewboard/contracts';
import { Spotlight } from '@mantine/spotlight';
import { paletteStore } from '#lib/commands/palette.ts';
import styles from './command-palette.module.css';
import { PaletteBody, type PaletteBodyProps } from './palette-body.tsx';
import { paletteLabel } from './palette-search.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';

export interface PaletteDialogProps extends PaletteBodyProps {
  account: Account;
  onQueryChange: (query: string) => void;
}

/** The dialog of the command palette. It opens with `palette.open`. */
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
      <PaletteBody isEnterPressed={isEnterPressed} query={query} />
    </Spotlight.Root>
  );
}
