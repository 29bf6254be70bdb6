const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/**
 * A text of a person for a sentence in English: in Unicode's isolates if it runs from right to left, which would
 * otherwise reorder the words around it. An element of its own has `dir="auto"` instead.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
