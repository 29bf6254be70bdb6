'use client';

import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';

type TooltipControlProps = ButtonControlProps &
  Pick<TooltipProps, 'label' | 'multiline' | 'openDelay' | 'maw'>;

export const TooltipControl = ({ isOpened, ...props }: TooltipControlProps) => (
  <Tooltip defaultOpened={isOpened} events={{ hover: true, focus: true, touch: true }} {...props} />
);
