'use client';

import { useLinkStatus } from 'next/link';

/** Marks the link around it from the click until its page is loaded: see [data-pending] in its styles. */
export function LinkPending() {
  return useLinkStatus().pending ? <span data-pending hidden /> : null;
}
