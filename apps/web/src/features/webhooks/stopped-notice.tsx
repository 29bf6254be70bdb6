'use client';

import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTeam } from '../../domain/team/team.tsx';
import styles from './stopped-notice.module.css';
import { stoppedWords } from './stopped-words.ts';
import { useStops } from './use-stops.ts';

/** A line above every page of the team while the service has disabled an endpoint that nobody has looked after. */
export function StoppedNotice({ dismissed }: { dismissed: string | undefined }) {
  const list = `/t/${useTeam().id}/webhooks`;
  const pathname = usePathname();
  const { stops, dismiss } = useStops(dismissed);
  const [first, ...others] = stops;
  const isOne = others.length === 0;
  const href = isOne ? `${list}/${first?.id}` : list;

  return (
    <div className={styles.place} role="status">
      {first && (
        <div className={styles.notice}>
          <IconAlertTriangle aria-hidden className={styles.icon} size={16} stroke={1.6} />
          <p className={styles.words}>
            {stoppedWords(stops)}{' '}
            {pathname !== href && (
              <Link className={styles.link} href={href}>
                {isOne ? 'Open endpoint' : 'Open webhooks'}
              </Link>
            )}
          </p>
          <ActionIcon aria-label="Dismiss" color="gray" onClick={dismiss} size="sm" variant="subtle">
            <IconX aria-hidden size={14} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
