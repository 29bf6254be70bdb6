'use client';

import { lazyButtonControl } from '#lib/lazy/lazy-button-control.tsx';

/** Explains a button without an action on hover, focus and touch: until its code is loaded, a click loads it. */
export const WithTooltip = lazyButtonControl(
  async () => (await import('./tooltip-control.tsx')).TooltipControl,
);
