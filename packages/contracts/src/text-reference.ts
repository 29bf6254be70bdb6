/**
 * Replaces a text of a task above 1 KiB in the event log and in the stream of the dashboard, which loads the task to
 * show the text. No other response contains one.
 */
export type TextReference = { textVersion: number; bytes: number };

export function isTextReference(value: unknown): value is TextReference {
  return value !== null && typeof value === 'object' && 'textVersion' in value;
}
