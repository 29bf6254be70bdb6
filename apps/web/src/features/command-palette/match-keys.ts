/** How long a shortcut of two keys waits for the second. */
export const SECOND_KEY_TIMEOUT_MS = 1_000;

export interface Pressed {
  key: string;
  /** In ms since any fixed time. */
  at: number;
}

/**
 * Returns the shortcut, such as "c" or "g b", that a key completes; null if it completes none.
 * @param previous the key before it, unless that completed a shortcut
 */
export function matchKeys(
  shortcuts: string[],
  previous: Pressed | null,
  { key, at }: Pressed,
): string | null {
  const pair = previous && at - previous.at <= SECOND_KEY_TIMEOUT_MS ? `${previous.key} ${key}` : '';
  if (shortcuts.includes(pair)) return pair;
  return shortcuts.includes(key) ? key : null;
}
