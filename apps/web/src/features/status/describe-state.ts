import type { Check } from './checks.ts';

/** The state in one or two sentences, for screen readers. */
export function describeState(headline: string, checks: Check[]): string {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return [headline, ...failed.map(({ name, finding }) => `${name}: ${finding}`)]
    .map((part) => `${part}.`)
    .join(' ');
}
