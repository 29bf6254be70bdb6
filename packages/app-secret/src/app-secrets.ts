/**
 * APP_SECRET, with which everything is signed and encrypted, then APP_SECRET_PREVIOUS if it is set: what it signed or
 * encrypted is still accepted.
 */
export type AppSecrets = readonly [current: string, ...previous: string[]];

export const toAppSecrets = (current: string, previous: string | undefined): AppSecrets =>
  previous ? [current, previous] : [current];
