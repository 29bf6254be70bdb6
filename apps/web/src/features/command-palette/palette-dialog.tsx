'use client';

import type { Account } from '@crewboard/contracts';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './command-palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';

/** The dialog of the command palette. It opens with `spotlight.open`. */
export function PaletteDialog({ account }: { account: Account }) {
  usePaletteCommands(account);
  const [query, setQuery] = useState('');

  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      classNames={{ content: styles.content }}
      maxHeight={420}
      onQueryChange={setQuery}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      query={query}
      scrollable
      shortcut={null}
      size={560}
      // Typing right after opening must not be lost.
      transitionProps={{ duration: 0 }}
    >
      <Spotlight.Search
        aria-label="Search tasks, pages and actions"
        leftSection={<IconSearch aria-hidden size={16} stroke={1.6} />}
        placeholder="Search tasks, pages and actions…"
        size="md"
      />
      <PaletteResults query={query} />
    </Spotlight.Root>
  );
}
