'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link within the dashboard. Prefetches its page only once the pointer, the focus or a finger is on the link: Next
 * would prefetch the pages of all links in view.
 */
export function PageLink(props: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false);
  const approach = () => setIsNear(true);
  return (
    <Link
      onFocus={approach}
      onPointerEnter={approach}
      onTouchStart={approach}
      prefetch={isNear ? null : false}
      {...props}
    />
  );
}
