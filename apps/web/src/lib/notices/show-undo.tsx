import { randomId } from '@mantine/hooks';
import { UndoMessage } from '#components/notices/undo-message.tsx';
import { announce } from './announce.ts';
import { showToast } from './toast.ts';
import type { Undo } from './undo.ts';

const DURATION_MS = 10_000;

interface Done {
  /** In two or three words. */
  label: string;
  detail: string;
  /** For screen readers, as a sentence. */
  sentence: string;
  onUndo: Undo;
  /** Scrolls to the change; absent if it is visible. */
  onShow?: () => void;
}

/** Announces a change, with Undo. */
export function showUndo({ sentence, ...done }: Done): void {
  const id = randomId();
  announce(sentence);
  showToast({ id, message: <UndoMessage toastId={id} {...done} />, durationMs: DURATION_MS });
}
