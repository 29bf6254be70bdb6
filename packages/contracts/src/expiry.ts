/**
 * How many days before a token or key expires the service warns: the same numbers as in the SQL function
 * `next_expiry_warning`.
 */
export const expiryWarningDays = [14, 3];
