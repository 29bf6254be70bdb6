const A_YEAR = 365 * 24 * 60 * 60;

/** Stores a preference in a cookie, which the server reads as well. */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only.
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR}; samesite=lax`;
}
