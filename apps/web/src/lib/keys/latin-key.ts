/**
 * The key for shortcuts, a letter in lower case: the Latin letter in its place where the layout has a letter of another
 * script there, such as Cyrillic. Empty for an event without a key, such as that of an autofill.
 */
export function latinKey({ key = '', code = '' }: Partial<Pick<KeyboardEvent, 'key' | 'code'>>): string {
  const isOfOtherScript = /^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key);
  const letter = isOfOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const pressed = letter ?? key;
  return pressed.length === 1 ? pressed.toLowerCase() : pressed;
}
