import { UndoMessage, type UndoState, type UndoText } from '#components/notices/undo-message.tsx';
import { announce } from './announce.ts';
import { showToast, updateToast } from './toast.ts';
import { offerUndo, type Undo, withdrawUndo } from './undo.ts';

const offeredMs = 10_000;
const undoneMs = 4_000;

interface ChangeNotice extends UndoText {
  /** The change for screen readers, as a sentence. */
  sentence: string;
  onUndo: Undo;
  /** Scrolls to the changed thing; absent if it is visible. */
  onShow?: () => void;
}

/** Shows a change as a toast with Undo for 10 s, and announces it. Ctrl+Z does the same as Undo meanwhile. */
export function showUndo({ label, detail, note, sentence, onUndo, onShow }: ChangeNotice): void {
  let isTaken = false;
  const messageOf = (state: UndoState, text: UndoText = { label, detail, note }) => (
    <UndoMessage {...text} onShow={onShow} onUndo={() => void undo()} state={state} />
  );
  const id = showToast({
    announcement: sentence,
    message: messageOf('offered'),
    autoClose: offeredMs,
    onOpen: () => offerUndo({ id, run: () => void undo() }),
    onClose: () => withdrawUndo(id),
  });

  async function undo(): Promise<void> {
    if (isTaken) return;
    isTaken = true;
    withdrawUndo(id);
    updateToast({ id, message: messageOf('busy'), autoClose: false });
    const undone = await onUndo();
    // A failure has a toast of its own: this one closes.
    if (undone === false) return updateToast({ id, message: messageOf('ended'), autoClose: 0 });
    const remark = undone === true ? '' : undone;
    announce(`Undone: ${label}, “${detail}”. ${remark}`);
    const outcome = { label: 'Undone', detail: remark || detail };
    updateToast({ id, message: messageOf('ended', outcome), autoClose: undoneMs });
  }
}
