/** The rule of the API for a new password, said before it has to reject: 8 to 200 characters. */
export function checkNewPassword(password: string): string | null {
  if (password.length < 8) return 'A password has at least 8 characters.';
  if (password.trim() === '') return 'A password has more than blanks.';
  return [...password].length > 200 ? 'A password has at most 200 characters.' : null;
}
