'use client';

import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface WithReasonProps {
  /** Why the control cannot be used now; null when it can. */
  reason: string | null;
  /** A button with `data-disabled` and `aria-disabled`, which can still get the focus. */
  children: ReactElement;
}

/** Says on hover, focus and touch why a control is disabled. */
export function WithReason({ reason, children }: WithReasonProps) {
  if (reason === null) return children;
  return (
    <Tooltip
      events={{ hover: true, focus: true, touch: true }}
      label={reason}
      multiline
      openDelay={150}
      maw={300}
    >
      {children}
    </Tooltip>
  );
}
