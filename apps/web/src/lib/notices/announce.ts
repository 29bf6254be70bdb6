/** The last message; `count` distinguishes equal messages. */
export interface Announcement {
  text: string;
  count: number;
}

let last: Announcement = { text: '', count: 0 };
const listeners = new Set<() => void>();

/** Announces a success to screen readers. Failures are alerts: see `showError`. */
export function announce(text: string): void {
  last = { text, count: last.count + 1 };
  for (const listener of listeners) listener();
}

export const readAnnouncement = (): Announcement => last;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
