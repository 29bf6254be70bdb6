import { showToast } from './toast.ts';

/** Shows a success as a toast, and announces it. For changes without Undo: see `showUndo`. */
export const showSuccess = (sentence: string): void =>
  void showToast({ announcement: sentence, message: sentence });
