'use client';

import type { Webhook } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { PageNotice } from '#components/notices/page-notice.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhooks } from '#domain/webhooks/use-webhooks.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import {
  dismissalKey,
  findAutoDisabled,
  parseDismissals,
  saveDismissals,
  withoutDismissed,
} from './auto-disabled.ts';
import styles from './auto-disabled-notice.module.css';

interface AutoDisabledTextProps {
  webhooks: Webhook[];
  /**
   * The text as the server made it: stands in while the code is loaded, so that the notice has its final height at
   * once.
   */
  serverText: string;
}

const AutoDisabledText = lazyPart<AutoDisabledTextProps>(
  async () => (await import('./describe-auto-disabled.tsx')).AutoDisabledText,
  // Without a text of the server, an endpoint was disabled while the page is open: say this until the reason is loaded.
  { standIn: ({ serverText }) => serverText || 'Deliveries stopped.' },
);

/** A dot beside “Webhooks” in the navigation, while the service has disabled an endpoint. */
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

interface AutoDisabledNoticeProps extends Pick<AutoDisabledTextProps, 'serverText'> {
  dismissalsCookie: string | undefined;
}

/** A line above every page of the team, until each endpoint that the service disabled is enabled or dismissed. */
export function AutoDisabledNotice({ dismissalsCookie, serverText }: AutoDisabledNoticeProps) {
  const listPath = `/t/${useTeam().id}/webhooks`;
  const pathname = usePathname();
  const webhooks = useWebhooks().data;
  const disabled = findAutoDisabled(webhooks);
  // Most teams have no endpoint: spare them the code.
  usePreload(...(webhooks?.length ? [AutoDisabledText] : []));
  const [dismissals, setDismissals] = useState(() => parseDismissals(dismissalsCookie));
  const shown = withoutDismissed(disabled, dismissals);
  const [first, ...others] = shown;
  const isSingle = others.length === 0;
  const href = isSingle ? `${listPath}/${first?.id}` : listPath;

  function dismiss() {
    const keys = [...new Set([...dismissals, ...disabled.map(dismissalKey)])];
    setDismissals(keys);
    saveDismissals(keys);
  }

  const dismissButton = (
    <ActionIcon aria-label="Dismiss" onClick={dismiss} size="sm">
      <IconX aria-hidden size={14} />
    </ActionIcon>
  );

  return (
    <PageNotice action={dismissButton}>
      {first && (
        <>
          <AutoDisabledText serverText={serverText} webhooks={shown} />{' '}
          {pathname !== href && (
            <PageLink className={styles.link} href={href}>
              {isSingle ? 'Open endpoint' : 'Open webhooks'}
            </PageLink>
          )}
        </>
      )}
    </PageNotice>
  );
}
