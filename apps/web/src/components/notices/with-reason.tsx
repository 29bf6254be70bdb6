import type { ReactElement } from 'react';
import { WithTooltip } from './with-tooltip.tsx';

interface WithReasonProps {
  /** Why the control cannot be used now; null when it can. */
  reason: string | null;
  /** A button with `data-disabled` and `aria-disabled`, which can still get the focus. */
  children: ReactElement<object>;
}

/** A tooltip on a disabled button: says why it is disabled, on hover, focus and touch. */
export function WithReason({ reason, children }: WithReasonProps) {
  if (reason === null) return children;
  return (
    <WithTooltip label={reason} maw={300} multiline openDelay={150}>
      {children}
    </WithTooltip>
  );
}
