/** How many leases in a row may expire before a task is handed out no more; null: any number. */
export const attemptLimit = {
  min: 1,
  max: 1_000,
  whenAbsent: 5,
  message: 'must be a whole number from 1 to 1000, or null for any number',
};
