'use client';

import type { BoardTask } from '@crewboard/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

const GAP = 8;
const ONE_LINE = 68;
const LINE = 19;
/** About how many characters fit on one line of a card. */
const LETTERS = 40;
/** The row of the lease, with its gap. */
const STATE = 28;

function estimateHeight(task: BoardTask | undefined): number {
  const hasState = task?.leaseExpiresAt || task?.needsAttention;
  return ONE_LINE + ((task?.title.length ?? 0) > LETTERS ? LINE : 0) + (hasState ? STATE : 0);
}

/**
 * The cards to render: the visible ones, a few above and below, and the one with the last focus or in a drag,
 * which would otherwise lose the focus or end the drag.
 */
export function useCardWindow(
  scroller: RefObject<HTMLElement | null>,
  tasks: BoardTask[],
  heldId: string | null,
) {
  const held = heldId ? tasks.findIndex(({ id }) => id === heldId) : -1;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (held === -1 || indexes.includes(held)) return indexes;
      return [...indexes, held].sort((a, b) => a - b);
    },
    [held],
  );

  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => tasks[index]?.id ?? index,
    estimateSize: (index) => estimateHeight(tasks[index]),
    // The server does not know the screen: assume a common size.
    initialRect: { width: 300, height: 860 },
    gap: GAP,
    overscan: 3,
    rangeExtractor,
  });

  const items = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const isAside = (index: number) => index === held && (index < startIndex - 3 || index > endIndex + 3);
  return {
    virtualizer,
    items,
    isAside,
    offset: items.find(({ index }) => !isAside(index))?.start ?? 0,
    height: virtualizer.getTotalSize(),
    lastIndex: items.at(-1)?.index ?? 0,
  };
}
