/** Whether this browser has begun the first steps of a team on its empty board, and whether they are still wanted. */
export type FirstStepsState = 'begun' | 'dismissed' | null;

/** Where it is kept, for the server as well: the board has them in its first response. */
export const firstStepsCookie = (teamId: string): string => `crewboard-first-steps-${teamId}`;

export const readFirstSteps = (value: string | undefined): FirstStepsState =>
  value === 'begun' || value === 'dismissed' ? value : null;
