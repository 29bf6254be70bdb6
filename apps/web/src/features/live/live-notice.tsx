'use client';

import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FloatingNotice } from '../../components/floating-notice.tsx';
import { useOnline } from '../../lib/use-online.ts';

/** A short break is mended before anybody would notice. */
const DELAY_MS = 2_000;

/** Says that changes of others are not shown for now; whoever is offline is told that already. */
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
