'use client';

import { NativeSelect } from '@mantine/core';
import { expiresAt } from '#domain/expiry/expiry.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { spellTerm, termOf, termsBeside } from './token-terms.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** When it expires, and how that compares with the last token. */
function describeTerm(term: string, lastTerm: string): string | undefined {
  const end = expiresAt({ choice: term }, new Date(serviceNow()));
  if (end) {
    const day = `On ${dayFormat.format(new Date(end))}.`;
    if (term === lastTerm) return `${day} The previous token had the same lifetime.`;
    return lastTerm === 'never' ? day : `${day} The previous token was valid for ${spellTerm(lastTerm)}.`;
  }
  return lastTerm === 'never' ? undefined : 'The previous token had an expiry date.';
}

interface TokenExpirySelectProps {
  label: string;
  /** Of the last token of the agent; null if it was for ever, or if there was none. */
  lastLifetimeSeconds: number | null;
  /** "never", or days from now. */
  value: string;
  onChange: (term: string) => void;
}

/** After which time a new token expires. */
export function TokenExpirySelect({ label, lastLifetimeSeconds, value, onChange }: TokenExpirySelectProps) {
  return (
    <NativeSelect
      data={termsBeside(lastLifetimeSeconds)}
      description={describeTerm(value, termOf(lastLifetimeSeconds))}
      inputWrapperOrder={['label', 'input', 'description']}
      label={label}
      mt="md"
      onChange={(event) => onChange(event.currentTarget.value)}
      value={value}
    />
  );
}
