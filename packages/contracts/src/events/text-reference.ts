/**
 * Replaces a text above 1 KiB in the event log: the description or result of a task, the description of an agent or
 * project. With the id of the subject, `textVersion` names the row of `task_texts` that has the text. The stream of the
 * dashboard contains references as well, because a page reads the texts that it shows; no other response does.
 */
export type TextReference = { textVersion: number; bytes: number };

export function isTextReference(value: unknown): value is TextReference {
  return value !== null && typeof value === 'object' && 'textVersion' in value;
}
