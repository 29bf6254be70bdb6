import { findTextProblem, type TextBounds } from '@crewboard/contracts';

/** Why the API would reject a text, as a sentence such as "The name must not be blank."; null if it is valid. */
export function checkText(label: string, bounds: TextBounds, text: string): string | null {
  const problem = findTextProblem(text, bounds);
  return problem && `${label} ${problem}.`;
}
