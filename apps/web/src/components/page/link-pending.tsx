import { useLinkStatus } from 'next/link';

/** Marks the link around it from the click until its page is loaded. The styles of the link use `[data-pending]`. */
export function LinkPending() {
  return useLinkStatus().pending ? <span data-pending hidden /> : null;
}
