const A_YEAR = 365 * 24 * 60 * 60;

/** Saves a preference for a year. In a cookie, so that the server renders pages with it. */
export function savePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only.
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR}; samesite=lax`;
}
