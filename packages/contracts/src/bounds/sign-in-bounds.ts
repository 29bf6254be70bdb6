/** Wrong passwords of one person from one place, until sign-in is blocked there. */
export const signInBounds = {
  maxWrongPasswords: 5,
  /** From the first wrong password: then the count starts again. */
  periodMinutes: 15,
};
