'use client';

import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactElement } from 'react';

export interface WithTooltipProps extends Pick<TooltipProps, 'label' | 'multiline' | 'openDelay' | 'maw'> {
  /** A button without an action: until the code of tooltips is loaded, a click loads it. */
  children: ReactElement<object>;
}

interface TooltipControlProps extends WithTooltipProps {
  isOpened: boolean;
}

export const TooltipControl = ({ isOpened, ...props }: TooltipControlProps) => (
  <Tooltip defaultOpened={isOpened} events={{ hover: true, focus: true, touch: true }} {...props} />
);
