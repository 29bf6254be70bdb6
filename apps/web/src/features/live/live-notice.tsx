'use client';

import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FloatingNotice } from '#components/notices/floating-notice.tsx';
import { useOnline } from '#lib/failures/use-online.ts';

/** Ignore short interruptions. */
const DELAY_MS = 2_000;

/** Says that live updates are interrupted; not while offline, which has its own notice. */
export function LiveNotice({ isConnected }: { isConnected: boolean }) {
  const isOnline = useOnline();
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setLong(!isConnected), isConnected ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return (
    <FloatingNotice Icon={IconPlugConnectedX} isShown={isLong && isOnline}>
      Live updates are interrupted. Connecting again…
    </FloatingNotice>
  );
}
