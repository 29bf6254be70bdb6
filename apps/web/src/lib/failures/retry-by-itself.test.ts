import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { retryByItself } from './retry-by-itself.ts';

let documentEvents: EventTarget & { hidden: boolean };
let windowEvents: EventTarget;
const calls = vi.fn<(url: string, options: { signal: AbortSignal }) => Promise<{ status: number }>>();
const retry = vi.fn();
const onSecond = vi.fn();
const pages: AbortController[] = [];
const page = (waitSeconds = 0) => {
  const shown = new AbortController();
  pages.push(shown);
  void retryByItself({ waitSeconds, onSecond, retry, signal: shown.signal });
  return shown;
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

beforeEach(() => {
  documentEvents = Object.assign(new EventTarget(), { hidden: false });
  windowEvents = new EventTarget();
  vi.stubGlobal('document', documentEvents);
  vi.stubGlobal('window', windowEvents);
  vi.stubGlobal('fetch', calls);
  calls.mockReset().mockRejectedValue(new TypeError('away'));
  retry.mockReset();
  onSecond.mockReset();
});
afterEach(async () => {
  // A page that went on would call in the next test.
  for (const shown of pages.splice(0)) shown.abort();
  // The module counts the attempts of one page after another, and forgets those long ago.
  await pass(3_600);
  vi.unstubAllGlobals();
});

it('asks at growing intervals up to 30 s, also over retries that fail, and retries once the service responds', async () => {
  const times: number[] = [];
  const startedAt = performance.now();
  calls.mockImplementation(async () => {
    times.push((performance.now() - startedAt) / 1_000);
    return { status: times.length % 3 === 0 ? 200 : times.length % 3 === 1 ? 503 : 429 };
  });
  page();
  await pass(21);
  expect(retry).toHaveBeenCalledOnce();
  page();
  await pass(90);
  expect(retry).toHaveBeenCalledTimes(2);
  expect(times).toEqual([3, 9, 21, 45, 75, 105]);
});

it('asks again where the service does not respond', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), ms);
    return timeout.signal;
  });
  calls.mockImplementationOnce(
    (_url, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
  );
  calls.mockResolvedValueOnce({ status: 200 });
  page();
  await pass(3 + 10);
  expect(retry).not.toHaveBeenCalled();
  await pass(6);
  expect(retry).toHaveBeenCalledOnce();
});

it('retries also when the session has ended, which then leads to the sign-in', async () => {
  calls.mockResolvedValue({ status: 401 });
  page();
  await pass(3);
  expect(retry).toHaveBeenCalledOnce();
});

it('waits while the tab is hidden, and asks at once when it is shown again or the browser is online', async () => {
  documentEvents.hidden = true;
  page();
  await pass(600);
  expect(calls).not.toHaveBeenCalled();
  documentEvents.hidden = false;
  documentEvents.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(calls).toHaveBeenCalledTimes(1);
  windowEvents.dispatchEvent(new Event('online'));
  await pass(0);
  expect(calls).toHaveBeenCalledTimes(2);
});

it('counts the seconds of too many requests down before it asks', async () => {
  calls.mockResolvedValue({ status: 200 });
  page(4);
  await pass(4);
  expect(onSecond.mock.calls.flat()).toEqual([0, 1, 2, 3, 4]);
  expect(calls).not.toHaveBeenCalled();
  await pass(3);
  expect(retry).toHaveBeenCalledOnce();
});

it.each([0, 10])(
  'counts no attempt for a page that waited %i s and ended before it asked',
  async (waitSeconds) => {
    calls.mockResolvedValue({ status: 200 });
    const shown = page(waitSeconds);
    await pass(1);
    shown.abort();
    await pass(4);
    page();
    await pass(3);
    expect(retry).toHaveBeenCalledOnce();
  },
);

it('ends with the page: after its response as well', async () => {
  const shown = page();
  shown.abort();
  await pass(60);
  expect(calls).not.toHaveBeenCalled();

  const answered = page();
  calls.mockImplementation(async () => {
    answered.abort();
    return { status: 200 };
  });
  await pass(60);
  expect(calls).toHaveBeenCalledOnce();
  expect(retry).not.toHaveBeenCalled();
});
