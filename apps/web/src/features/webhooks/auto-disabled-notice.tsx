'use client';

import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { PageNotice } from '#components/notices/page-notice.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhooks } from '#domain/webhooks/use-webhooks.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { dismissalKey, findAutoDisabled, parseDismissals, rememberDismissals } from './auto-disabled.ts';
import styles from './auto-disabled-notice.module.css';

const AutoDisabledText = lazyPart(
  async () => (await import('./describe-auto-disabled.tsx')).AutoDisabledText,
  // The first response has it, and a screen reader tells it before the reason.
  { standIn: () => 'Deliveries stopped.' },
);

/** Beside the name of the page in the navigation, while the service has disabled an endpoint. */
export function AutoDisabledBadge() {
  const { length } = findAutoDisabled(useWebhooks().data);
  if (length === 0) return null;
  const label = length === 1 ? 'an endpoint was disabled' : `${length} endpoints were disabled`;
  return (
    <span className={styles.badge} title={`${label.charAt(0).toUpperCase()}${label.slice(1)}`}>
      <span className="visually-hidden">, {label}</span>
    </span>
  );
}

/** A line above every page of the team, until each auto-disabled endpoint is enabled or dismissed. */
export function AutoDisabledNotice({ dismissalsCookie }: { dismissalsCookie: string | undefined }) {
  const list = `/t/${useTeam().id}/webhooks`;
  const pathname = usePathname();
  const disabled = findAutoDisabled(useWebhooks().data);
  const [dismissals, setDismissals] = useState(() => parseDismissals(dismissalsCookie));
  const shown = disabled.filter((webhook) => !dismissals.includes(dismissalKey(webhook)));
  const [first, ...others] = shown;
  const isOne = others.length === 0;
  const href = isOne ? `${list}/${first?.id}` : list;

  function dismiss() {
    const keys = [...new Set([...dismissals, ...disabled.map(dismissalKey)])];
    setDismissals(keys);
    rememberDismissals(keys);
  }

  const dismissal = (
    <ActionIcon aria-label="Dismiss" color="gray" onClick={dismiss} size="sm" variant="subtle">
      <IconX aria-hidden size={14} />
    </ActionIcon>
  );

  return (
    <PageNotice action={dismissal}>
      {first && (
        <>
          <AutoDisabledText webhooks={shown} />{' '}
          {pathname !== href && (
            <PageLink className={styles.link} href={href}>
              {isOne ? 'Open endpoint' : 'Open webhooks'}
            </PageLink>
          )}
        </>
      )}
    </PageNotice>
  );
}
