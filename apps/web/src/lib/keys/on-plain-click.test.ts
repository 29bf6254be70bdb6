import type { MouseEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { onPlainClick } from './on-plain-click.ts';

/** Whether a click opened something, and whether it was kept from the browser. */
function click(event: Partial<MouseEvent>): { isOpened: boolean; isPrevented: boolean } {
  const [open, preventDefault] = [vi.fn(), vi.fn()];
  onPlainClick(open)({ button: 0, preventDefault, ...event } as MouseEvent);
  return { isOpened: open.mock.calls.length > 0, isPrevented: preventDefault.mock.calls.length > 0 };
}

it('opens on a click without a modifier key, and keeps it from the browser', () => {
  expect(click({})).toEqual({ isOpened: true, isPrevented: true });
});

it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  (event) => {
    expect(click(event)).toEqual({ isOpened: false, isPrevented: false });
  },
);
