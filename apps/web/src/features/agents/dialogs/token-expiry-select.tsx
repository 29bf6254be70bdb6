import { NativeSelect } from '@mantine/core';
import { expiryOfTerm, termInWords, termOf, termOptions } from './token-terms.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** When the new token would expire, and how long the last token was valid. */
function describeTerm(term: string, lastTerm: string): string | undefined {
  const end = expiryOfTerm(term);
  if (end) {
    const day = `On ${dayFormat.format(new Date(end))}.`;
    if (term === lastTerm) return `${day} The previous token had the same lifetime.`;
    return lastTerm === 'never' ? day : `${day} The previous token was valid for ${termInWords(lastTerm)}.`;
  }
  return lastTerm === 'never' ? undefined : 'The previous token had an expiry date.';
}

interface TokenExpirySelectProps {
  label: string;
  /** Lifetime of the last token of the agent; null if that never expired, or if there was none. */
  lastLifetimeSeconds: number | null;
  /** A term: "never", or days from now. */
  value: string;
  onChange: (term: string) => void;
}

/** Chooses when a new token expires. */
export function TokenExpirySelect({ label, lastLifetimeSeconds, value, onChange }: TokenExpirySelectProps) {
  return (
    <NativeSelect
      data={termOptions(lastLifetimeSeconds)}
      description={describeTerm(value, termOf(lastLifetimeSeconds))}
      inputWrapperOrder={['label', 'input', 'description']}
      label={label}
      mt="md"
      onChange={(event) => onChange(event.currentTarget.value)}
      value={value}
    />
  );
}
