const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/**
 * Prepares a text of a person for an English sentence. A text from right to left would reorder the words around it, so
 * it gets Unicode's isolates. A text in an element of its own has `dir="auto"` instead.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** The text, isolated and in quotation marks. */
export const quote = (text: string): string => `“${isolate(text)}”`;
