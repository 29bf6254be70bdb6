// React's development build evaluates strings, to rebuild the stacks of server errors.
const evaluation = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

/** Scripts run when they carry the nonce of this one answer, or when such a script loads them. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    // Mantine writes the measures of its components into style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
