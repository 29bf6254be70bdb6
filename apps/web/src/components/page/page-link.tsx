'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link within the dashboard. It prefetches its page once the pointer, the focus or a finger is on it: a list of links
 * in view would request as many pages from the server, of which one is opened.
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
