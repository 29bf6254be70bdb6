'use client';

import { useState } from 'react';
import { readDismissed, rememberDismissed } from './dismissed-stops.ts';
import { stopKey } from './stopped-words.ts';
import { useWebhooks } from './use-webhooks.ts';
import { stoppedOf } from './webhook-health.ts';

/** The endpoints that the service has disabled and this person has not dismissed; `remembered` is the cookie. */
export function useStops(remembered: string | undefined) {
  const stopped = stoppedOf(useWebhooks().data ?? []);
  const [dismissed, setDismissed] = useState(() => readDismissed(remembered));

  return {
    stops: stopped.filter((webhook) => !dismissed.includes(stopKey(webhook))),
    dismiss() {
      const all = [...new Set([...dismissed, ...stopped.map(stopKey)])];
      setDismissed(all);
      rememberDismissed(all);
    },
  };
}
