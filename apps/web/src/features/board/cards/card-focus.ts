import { whenShown } from '#domain/board/card-view.ts';
import { focusedElement, linkOf, linksIn } from '#lib/focus/focus.ts';

// Finds and focuses cards by the DOM, which knows their order and positions. Cards out of view are not rendered.

/** How many frames to wait for a card to be rendered. */
const MAX_FRAMES = 30;

const cardOf = (id: string) => linkOf('data-task-id', id);

/**
 * Focuses the card once it is rendered: a moved card is a new element, and a slow browser renders it late. Resolves in
 * any case: also if the card does not appear, or if the person has moved the focus meanwhile, which then stays.
 * @param focused the element that had the focus when the person acted
 */
export async function focusCard(id: string, focused = focusedElement()): Promise<void> {
  await whenShown();
  for (let framesLeft = MAX_FRAMES; framesLeft > 0 && !cardOf(id); framesLeft--) await nextFrame();
  const current = focusedElement();
  if (!current || current === focused) cardOf(id)?.focus();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const cardsIn = (column: Element) => linksIn('data-task-id', column).sort((a, b) => top(a) - top(b));

const top = (element: Element) => element.getBoundingClientRect().top;

/** The first card whose top edge is not scrolled out of view, in the first column that has one. */
export function firstCard(): HTMLElement | undefined {
  for (const scroller of document.querySelectorAll('[data-column] [data-scroller]')) {
    const edge = top(scroller);
    const card = cardsIn(scroller).find((other) => top(other) >= edge);
    if (card) return card;
  }
}

/** The card above or below in the same column. */
export function cardInColumn(card: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const column = card.closest('[data-column]');
  const cards = column ? cardsIn(column) : [];
  return cards[cards.indexOf(card) + step];
}

/** Focuses the first card of the column, or the last loaded one, once it is rendered. */
export function focusEnd(card: HTMLElement, end: 'first' | 'last'): void {
  const list = card.closest('ul');
  const scroller = card.closest('[data-scroller]');
  if (!list || !scroller) return;
  const index = end === 'first' ? 0 : Number(list.dataset.count) - 1;

  const seek = (framesLeft: number) => {
    scroller.scrollTop = end === 'first' ? 0 : scroller.scrollHeight;
    const found = list.querySelector<HTMLElement>(`[data-index="${index}"] a`);
    if (found) found.focus();
    else if (framesLeft > 0) requestAnimationFrame(() => seek(framesLeft - 1));
  };
  seek(MAX_FRAMES);
}

/** The card at the same height in the next column with cards. */
export function cardBeside(card: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const columns = [...document.querySelectorAll('[data-column]')];
  const here = columns.findIndex((column) => column.contains(card));
  for (let index = here + step; index >= 0 && index < columns.length; index += step) {
    const column = columns[index];
    const cards = column ? cardsIn(column) : [];
    if (cards.length > 0) return nearest(cards, top(card));
  }
}

function nearest(cards: HTMLElement[], height: number): HTMLElement | undefined {
  const distance = (card: HTMLElement) => Math.abs(top(card) - height);
  return cards.reduce((best, card) => (distance(card) < distance(best) ? card : best));
}
