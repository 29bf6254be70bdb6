import { codePointLength, textBounds } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';

const { max: maxLength } = textBounds.description;

/** The length in code points, without white space at the ends, as the API counts it. */
const lengthOf = (description: string): number => codePointLength(description.trim());

/** Why a description is invalid; null if it is valid. `stored`, the saved one, is valid even if it is longer. */
export function checkShortDescription(description: string, stored: string): string | null {
  const excess = lengthOf(description) - maxLength;
  if (excess <= 0 || description === stored) return null;
  return `A description has at most ${formatNumber(maxLength)} characters. Shorten it by ${formatNumber(excess)}.`;
}

/** "1,950 of 2,000 characters" from 90% of the limit on; undefined below. */
export function describeLength(description: string): string | undefined {
  const length = lengthOf(description);
  if (length < maxLength * 0.9) return;
  return `${formatNumber(length)} of ${formatNumber(maxLength)} characters`;
}
