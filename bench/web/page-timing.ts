import type { Page } from '@playwright/test';

/** What the browser has measured of a page, in milliseconds. */
interface PageTiming {
  /** The time of the largest contentful paint since the navigation. */
  largestPaintMs: number;
  /** Of each interaction: from the event to the next paint, in steps of 8 ms. */
  interactionsMs: number[];
}

type TimedWindow = Window & { timing: PageTiming; frames: number[] };
type InteractionEntry = PerformanceEntry & { interactionId: number };

/** Records the largest paint and the interactions of every page of the context, from its start. */
export async function recordTiming(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timing: PageTiming = { largestPaintMs: 0, interactionsMs: [] };
    Object.assign(window, { timing });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) timing.largestPaintMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as InteractionEntry[]) {
        if (entry.interactionId > 0) timing.interactionsMs.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

export const largestPaintOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as TimedWindow).timing.largestPaintMs);

/** The slowest interaction of an action, in milliseconds. Interactions of less than 16 ms count as 16. */
export async function slowestInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as TimedWindow).timing.interactionsMs.length = 0;
  });
  await act();
  return page.evaluate(async () => {
    // Entries are reported after the paint: wait for two more.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await new Promise((resolve) => requestIdleCallback(resolve));
    return Math.max(16, ...(window as unknown as TimedWindow).timing.interactionsMs);
  });
}

/** The intervals between the frames that were drawn during an action, in milliseconds. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const note = (now: number) => {
      frames.push(now);
      if ((window as unknown as TimedWindow).frames === frames) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  const times = await page.evaluate(() => {
    const { frames } = window as unknown as TimedWindow;
    Object.assign(window, { frames: [] });
    return frames;
  });
  return times.slice(1).map((time, index) => time - (times[index] as number));
}

/** KiB of JavaScript as transferred: what the page has loaded until now. */
export const scriptsOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_024;
  });
