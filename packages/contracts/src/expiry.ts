/**
 * The days before the end of a token or key at which the service warns of it: as in the SQL function
 * `next_expiry_warning`.
 */
export const expiryWarningDays = [14, 3];
