import { IconSearch } from '@tabler/icons-react';

/** The properties of the search field, the same in the palette and in its stand-in. */
export const paletteSearch = {
  'aria-label': 'Search tasks, pages and actions',
  autoFocus: true,
  leftSection: <IconSearch aria-hidden size={16} stroke={1.6} />,
  placeholder: 'Search tasks, pages and actions…',
  size: 'md',
} as const;

export const paletteLabel = 'Search and commands';
