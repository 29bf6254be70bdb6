'use client';

import { IconCloudOff } from '@tabler/icons-react';
import { useOnline } from '../lib/use-online.ts';
import { FloatingNotice } from './floating-notice.tsx';

export function OfflineNotice() {
  return (
    <FloatingNotice Icon={IconCloudOff} isShown={!useOnline()}>
      You are offline. What you see may be out of date. Other pages open once you are back.
    </FloatingNotice>
  );
}
