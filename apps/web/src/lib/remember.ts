const A_YEAR = 365 * 24 * 60 * 60;

/** Keeps a choice of this browser where the server reads it as well. */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only.
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR}; samesite=lax`;
}
