import { textBounds } from '@crewboard/contracts';
import { checkText } from '#lib/text/check-text.ts';

/** Why a name is invalid; null when it is valid. White space at its ends is not sent. */
export const checkName = (name: string): string | null => checkText('The name', textBounds.name, name.trim());
