/** How many wrong passwords for one person from one place block sign-in there. */
export const signInBounds = {
  maxWrongPasswords: 5,
  /** The count starts again this long after the first wrong password. */
  periodMinutes: 15,
};
