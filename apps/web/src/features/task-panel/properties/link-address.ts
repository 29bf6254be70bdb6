/**
 * The address of a link as it was typed, with https if it has no scheme. In `example.com:8443`, the colon is that of a
 * port.
 */
export const linkAddressOf = (typed: string): string =>
  /^[a-z][a-z+.-]*:(?!\d{1,5}(?:[/?#]|$))/i.test(typed) ? typed : `https://${typed}`;
