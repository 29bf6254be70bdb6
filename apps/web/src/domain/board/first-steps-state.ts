/** Whether a person has begun the first steps on the empty board of a team, or has dismissed them; null: neither. */
export type FirstStepsState = 'begun' | 'dismissed' | null;

/** The cookie of the state. A cookie, so that the server renders the first steps with the board. */
export const firstStepsCookie = (teamId: string): string => `crewboard-first-steps-${teamId}`;

/** The state in the value of the cookie. */
export const readFirstSteps = (value: string | undefined): FirstStepsState =>
  value === 'begun' || value === 'dismissed' ? value : null;
