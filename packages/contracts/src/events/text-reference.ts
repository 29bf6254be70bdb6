/**
 * Replaces a text of more than 1 KiB in the event log: the description or result of a task, or the description of an
 * agent or project. The row of `task_texts` with the id of the subject and this `textVersion` has the text. Only the
 * stream of the dashboard sends references to clients; every other response has the texts.
 */
export type TextReference = { textVersion: number; bytes: number };

export function isTextReference(value: unknown): value is TextReference {
  return value !== null && typeof value === 'object' && 'textVersion' in value;
}
