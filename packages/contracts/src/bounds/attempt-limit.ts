/** `maxAttempts` of a project: how many attempts in a row may fail before a task needs attention. Null: any number. */
export const attemptLimit = {
  min: 1,
  max: 1_000,
  whenAbsent: 5,
  message: 'must be a whole number from 1 to 1000, or null for any number',
};
