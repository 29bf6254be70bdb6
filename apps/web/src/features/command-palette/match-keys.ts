/** How long a shortcut of two keys waits for the second. */
export const WAIT_MS = 1_000;

export interface Pressed {
  key: string;
  /** In ms since any fixed time. */
  at: number;
}

/**
 * Returns the shortcut, such as "c" or "g b", that a key completes; null if it completes none.
 * @param before the previous key, unless it completed a shortcut
 */
export function matchKeys(shortcuts: string[], before: Pressed | null, { key, at }: Pressed): string | null {
  const pair = before && at - before.at <= WAIT_MS ? `${before.key} ${key}` : '';
  if (shortcuts.includes(pair)) return pair;
  return shortcuts.includes(key) ? key : null;
}
