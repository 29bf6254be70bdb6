/**
 * APP_SECRET, which signs and encrypts everything, then APP_SECRET_PREVIOUS if it is set: tokens and secrets that were
 * made with it are still accepted.
 */
export type AppSecrets = readonly [current: string, ...previous: string[]];

export const toAppSecrets = (current: string, previous: string | undefined): AppSecrets =>
  previous ? [current, previous] : [current];
