import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';

type TooltipControlProps = ButtonControlProps &
  Pick<TooltipProps, 'label' | 'multiline' | 'openDelay' | 'maw'>;

/** The part of `WithTooltip` that is loaded later. */
export const TooltipControl = ({ isOpened, ...props }: TooltipControlProps) => (
  <Tooltip defaultOpened={isOpened} events={{ hover: true, focus: true, touch: true }} {...props} />
);
