import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** A board in its own window that records when each card first appears in its DOM. */
export async function openBoard(
  browser: Browser,
  storageState: BrowserContextOptions['storageState'],
  url: string,
): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const arrivals = new Map<string, number>();
    Object.assign(window, { arrivals });
    const note = (element: Element, now: number) => {
      const title = /Change \d+/.exec(element.textContent ?? '')?.[0];
      if (title && !arrivals.has(title)) arrivals.set(title, now);
    };
    new MutationObserver((records) => {
      const now = Date.now();
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const card of node.querySelectorAll('[data-task-id]')) note(card, now);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.getByRole('heading', { name: 'Board' }).waitFor();
  return page;
}

/** When each card was first seen, by its title, in ms since 1970. */
export const arrivalsOn = (page: Page): Promise<[title: string, at: number][]> =>
  page.evaluate(() => [...(window as unknown as { arrivals: Map<string, number> }).arrivals]);
