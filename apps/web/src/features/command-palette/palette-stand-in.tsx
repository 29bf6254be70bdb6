import { Input } from '@mantine/core';
import { useSpotlight } from '@mantine/spotlight';
import { palette, paletteStore } from '#lib/commands/palette.ts';
import type { PaletteDialogProps } from './palette-dialog.tsx';
import { paletteLabel, paletteSearch } from './palette-search.tsx';
import styles from './palette-stand-in.module.css';

/** Takes the place of the palette while its code is loaded: what people type is not lost. */
export function PaletteStandIn({ query, isEnterPressed, onQueryChange }: PaletteDialogProps) {
  const { opened } = useSpotlight(paletteStore);
  if (!opened) return null;
  return (
    <div aria-label={paletteLabel} aria-modal="true" className={styles.overlay} role="dialog">
      <Input
        {...paletteSearch}
        className={styles.field}
        onChange={({ currentTarget }) => onQueryChange(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          isEnterPressed.current = key === 'Enter' && !nativeEvent.isComposing;
          if (key === 'Escape') palette.close();
        }}
        value={query}
      />
    </div>
  );
}
