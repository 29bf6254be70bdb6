import { CreateTeam } from '@crewboard/contracts';
import { validateField } from '../lib/validate-field.ts';

/** Why a name is invalid; null when it is valid. White space at its ends is not sent. */
export const checkName = (name: string): string | null =>
  validateField('The name', CreateTeam.shape.name, name.trim());
