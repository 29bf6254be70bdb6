import type { BoardTask } from '@crewboard/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/** Cards above and below the visible ones that are rendered as well. */
const overscan = 3;

/**
 * The cards of a column to render: the visible ones, a few above and below, and the card `keptId`.
 * @param keptId the card that is dragged or had the focus last. Without it, the drag would end or the focus be lost
 */
export function useCardWindow(
  scroller: RefObject<HTMLElement | null>,
  tasks: BoardTask[],
  keptId: string | null,
) {
  const kept = keptId ? tasks.findIndex(({ id }) => id === keptId) : -1;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept === -1 || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    },
    [kept],
  );

  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => tasks[index]?.id ?? index,
    estimateSize: (index) => estimateHeight(tasks[index]),
    // The server does not know the screen: assume a common size.
    initialRect: { width: 300, height: 860 },
    gap: 8,
    overscan,
    rangeExtractor,
  });

  const items = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const isDetached = (index: number) =>
    index === kept && (index < startIndex - overscan || index > endIndex + overscan);
  return {
    virtualizer,
    items,
    /** Whether it is the kept card and does not follow the other rendered cards: it needs a place of its own. */
    isDetached,
    /** Where the first of the other cards starts, in px. */
    offset: items.find(({ index }) => !isDetached(index))?.start ?? 0,
    /** Of all cards of the column, in px. */
    height: virtualizer.getTotalSize(),
    lastIndex: items.at(-1)?.index ?? 0,
  };
}

// In px.
const oneLineHeight = 68;
const secondLineHeight = 19;
const stateRowHeight = 28;
const charactersPerLine = 40;

/** The virtualizer measures a card once it is rendered: until then, this estimate keeps the scroll bar still. */
function estimateHeight(task: BoardTask | undefined): number {
  const hasSecondLine = (task?.title.length ?? 0) > charactersPerLine;
  const hasStateRow = task?.leaseExpiresAt || task?.needsAttention;
  return oneLineHeight + (hasSecondLine ? secondLineHeight : 0) + (hasStateRow ? stateRowHeight : 0);
}
