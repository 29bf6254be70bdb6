import type { Event } from '@crewboard/contracts';
import { whenShown } from '#domain/board/card-view.ts';
import { boardStatuses } from '#domain/board/statuses.ts';
import { linkOf } from '#lib/focus/focus.ts';

const SLIDE_MS = 160;
const GLOW_MS = 1_200;
const SLIDE_PX = 20;
/** More animated cards would be confusing and slow: none of them is animated then. */
const MAX_ANIMATED = 5;

let animatedCount = 0;

/**
 * Animates the cards of tasks that events moved or created: they slide into their column and glow once. Only rendered
 * cards are animated. The caller leaves out the changes that this page shows already.
 */
export function showArrivals(events: Event[]): void {
  const arrivals = events.filter(({ changes, type }) => changes?.status || type === 'task.created');
  if (arrivals.length === 0 || arrivals.length + animatedCount > MAX_ANIMATED) return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  void whenShown().then(() => arrivals.forEach(showArrival));
}

function showArrival({ subject, changes }: Event): void {
  const card = linkOf('data-task-id', subject.id);
  if (!card) return;
  const status = changes?.status;
  const from = status ? -SLIDE_PX * directionOf(String(status.before), String(status.after)) : 0;
  const slide = [
    { transform: `translateX(${from}px)`, opacity: 0.4 },
    { transform: 'none', opacity: 1 },
  ];
  card.animate(slide, { duration: SLIDE_MS, easing: 'ease-out' });
  const glow = [{ boxShadow: '0 0 0 2px var(--color-accent)' }, { boxShadow: '0 0 0 2px transparent' }];
  animatedCount += 1;
  card.animate(glow, { duration: GLOW_MS, easing: 'ease-in' }).addEventListener('finish', () => {
    animatedCount -= 1;
  });
}

/** The direction of a move between columns: 1 to the right, -1 to the left. */
function directionOf(before: string, after: string): number {
  const statuses: readonly string[] = boardStatuses;
  return Math.sign(statuses.indexOf(after) - statuses.indexOf(before));
}
