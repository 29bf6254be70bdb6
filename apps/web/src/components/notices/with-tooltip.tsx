'use client';

import { cloneElement } from 'react';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import type { WithTooltipProps } from './tooltip-control.tsx';

const useTooltip = lazyControl(async () => (await import('./tooltip-control.tsx')).TooltipControl);

/** Explains a button on hover, focus and touch. */
export function WithTooltip({ children, ...props }: WithTooltipProps) {
  const { Control, target, isOpened } = useTooltip();
  const button = cloneElement(children, target);
  if (!Control) return button;
  return (
    <Control {...props} isOpened={isOpened}>
      {button}
    </Control>
  );
}
