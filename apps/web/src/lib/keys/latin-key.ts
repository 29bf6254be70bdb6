/**
 * The pressed key for shortcuts, letters in lower case. On a layout of another script, such as Cyrillic, the Latin
 * letter of the same key. Empty for an event without a key, such as that of an autofill.
 */
export function latinKey({ key = '', code = '' }: Partial<Pick<KeyboardEvent, 'key' | 'code'>>): string {
  const isOfOtherScript = /^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key);
  const letter = isOfOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const pressed = letter ?? key;
  return pressed.length === 1 ? pressed.toLowerCase() : pressed;
}
