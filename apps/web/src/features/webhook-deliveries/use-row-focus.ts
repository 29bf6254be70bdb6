'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between rows. If the focused row leaves the log, the row in its place gets the focus. */
export function useRowFocus(deliveries: WebhookDelivery[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** The focused row, and its index. */
  const focused = useRef<{ id: string | undefined; index: number } | null>(null);

  useLayoutEffect(() => {
    const links = linksIn(body.current);
    const at = focused.current;
    if (!at) return;
    const index = links.findIndex((link) => link.dataset.deliveryId === at.id);
    if (index >= 0) focused.current = { ...at, index };
    else if (document.activeElement === document.body && deliveries.length > 0) {
      links[Math.min(at.index, links.length - 1)]?.focus({ preventScroll: true });
    }
  }, [deliveries]);

  return {
    ref: body,
    onFocus: ({ target }: FocusEvent) => {
      const links = linksIn(body.current);
      const index = indexOf(links, target);
      focused.current = index < 0 ? null : { id: links[index]?.dataset.deliveryId, index };
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without a new target, the row may be about to be removed.
      if (relatedTarget) focused.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const links = linksIn(body.current);
      links[Math.max(0, indexOf(links, event.target as Element) + step)]?.focus();
    },
  };
}

function linksIn(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('a[data-delivery-id]') ?? [])];
}

const indexOf = (links: HTMLElement[], target: Element): number =>
  links.findIndex((link) => link.closest('tr')?.contains(target));
