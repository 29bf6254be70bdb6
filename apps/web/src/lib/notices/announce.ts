import { createStore } from '../create-store.ts';

/** The last message. `count` tells apart two equal messages, so that the second is read out as well. */
const last = createStore({ text: '', count: 0 });

/** Announces a success to screen readers. Failures are alerts: see `showError`. */
export const announce = (text: string): void => last.set({ text, count: last.get().count + 1 });

/** The last message, for the live region of `AppProvider`. */
export const useAnnouncement = last.use;
