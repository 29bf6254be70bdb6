import { textBounds } from '@crewboard/contracts';
import { checkText } from '#lib/text/check-text.ts';

/** Why a name is invalid; null if it is valid. Ignores white space at its ends, which forms do not send. */
export const checkName = (name: string): string | null => checkText('The name', textBounds.name, name.trim());
