'use client';

import type { ReactNode } from 'react';
import { Warning } from '#components/notices/warning.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useNow } from '#lib/time/use-now.ts';
import { describeExpiry, hasExpiryNotice } from './expiry.ts';
import styles from './expiry-notice.module.css';

const maxNames = 5;

interface ExpiryNoticeProps {
  /** All tokens or keys: the notice picks those that expire soon or have expired lately. */
  credentials: { id: string; name: string; expiresAt: string | null }[];
  /** "The token of", before a name. */
  one: string;
  /** "tokens", after a number. */
  many: string;
  /** The advice. */
  children: ReactNode;
}

/** A warning above a list of tokens or keys: it names those that expire soon or have expired lately. */
export function ExpiryNotice({ credentials, one, many, children }: ExpiryNoticeProps) {
  const now = useNow();
  if (now === null) return null;
  const named = credentials
    .filter(({ expiresAt }) => hasExpiryNotice(expiresAt, now))
    .map(({ id, name, expiresAt }) => ({ id, name, at: String(expiresAt) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const [first] = named;
  if (!first) return null;
  const isOne = named.length === 1;
  const more = named.length - maxNames;

  return (
    <Warning
      className={styles.notice}
      role="status"
      title={
        isOne
          ? `${one} ${isolate(first.name)} ${describeExpiry(first.at, now)}`
          : `${named.length} ${many} expire soon or have expired`
      }
    >
      {!isOne && (
        <ul className={styles.names}>
          {named.slice(0, maxNames).map(({ id, name, at }) => (
            <li key={id}>
              <bdi dir="auto">{name}</bdi>: {describeExpiry(at, now)}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
      {children}
    </Warning>
  );
}
