import type { Event } from '@crewboard/contracts';
import { boardStatuses } from '../board/statuses.ts';

const SLIDE_MS = 160;
const GLOW_MS = 1_200;
const SLIDE_PX = 20;

/**
 * Shows where a card went that somebody else has moved: it slides into its column and glows once. The card is looked
 * up when it stands in its new place; one that is not in view shows nothing.
 */
export function showArrival(event: Event): void {
  const status = event.changes?.status;
  const isNew = event.type === 'task.created';
  if ((!status && !isNew) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(event.subject.id)}"]`);
      if (!card) return;
      const from = status ? directionOf(String(status.before), String(status.after)) * -SLIDE_PX : 0;
      card.animate(
        [
          { transform: `translateX(${from}px)`, opacity: 0.4 },
          { transform: 'none', opacity: 1 },
        ],
        {
          duration: SLIDE_MS,
          easing: 'ease-out',
        },
      );
      card.animate([{ boxShadow: '0 0 0 2px var(--color-accent)' }, { boxShadow: '0 0 0 2px transparent' }], {
        duration: GLOW_MS,
        easing: 'ease-in',
      });
    });
  });
}

/** 1 towards the right of the board, -1 towards its left. */
function directionOf(before: string, after: string): number {
  const places: readonly string[] = boardStatuses;
  return Math.sign(places.indexOf(after) - places.indexOf(before));
}
