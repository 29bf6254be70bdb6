import { lazyButtonControl } from '#lib/lazy/lazy-button-control.tsx';

/** A tooltip for a button without an action: until the code of the tooltip is loaded, a click loads and opens it. */
export const WithTooltip = lazyButtonControl(
  async () => (await import('./tooltip-control.tsx')).TooltipControl,
);
