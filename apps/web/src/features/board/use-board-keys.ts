import { useWindowEvent } from '@mantine/hooks';
import { isDialogOpen, takesKeys } from '#lib/focus/focus.ts';
import { latinKey } from '#lib/keys/latin-key.ts';
import { cardBeside, cardInColumn, firstCard, focusEnd } from './cards/card-focus.ts';

const steps: Partial<Record<string, (card: HTMLElement) => HTMLElement | undefined>> = {
  ArrowUp: (card) => cardInColumn(card, -1),
  k: (card) => cardInColumn(card, -1),
  ArrowDown: (card) => cardInColumn(card, 1),
  j: (card) => cardInColumn(card, 1),
  ArrowLeft: (card) => cardBeside(card, -1),
  h: (card) => cardBeside(card, -1),
  ArrowRight: (card) => cardBeside(card, 1),
  l: (card) => cardBeside(card, 1),
};

interface BoardKeys {
  isLifted: boolean;
  /** Absent without the permission to create tasks. */
  onCreate?: () => void;
  /** Assigns a task to the person. Absent without the permission to change tasks. */
  onTake?: (taskId: string) => void;
  /** The open task, to which the key for taking a task applies if no card has the focus. */
  openTaskId: string | null;
}

const ends: Partial<Record<string, 'first' | 'last'>> = { Home: 'first', End: 'last' };

/**
 * Handles the keys of the board: arrows, or h j k l, move the focus between cards, Home and End move it to the ends of
 * the column, C creates a task, and I assigns a task to the person.
 */
export function useBoardKeys({ isLifted, onCreate, onTake, openTaskId }: BoardKeys): void {
  function onKeyDown(event: KeyboardEvent) {
    if (isLifted || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // No shortcut of the board has Shift, which `latinKey` ignores.
    const key = event.shiftKey ? event.key : latinKey(event);
    const isCard = Boolean(target.dataset?.taskId);
    if (takesKeys(target) || isDialogOpen()) return;
    if (key === 'c' && onCreate) {
      event.preventDefault();
      onCreate();
      return;
    }
    const takenId = target.dataset?.taskId ?? openTaskId;
    if (key === 'i' && onTake && takenId) {
      event.preventDefault();
      onTake(takenId);
      return;
    }
    const end = ends[key];
    if (end && isCard) {
      event.preventDefault();
      focusEnd(target, end);
      return;
    }
    const step = steps[key];
    const isNothingFocused = target === document.body || target.tagName === 'MAIN';
    if (!step || !(isCard || isNothingFocused)) return;
    const next = isCard ? step(target) : firstCard();
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  // In the capture phase, before the command palette handles C, which would not return the focus to the card.
  useWindowEvent('keydown', onKeyDown, { capture: true });
}
