import type { AppRouter } from '@crewboard/api/router';
import { type TRPCClient, TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTeam } from './follow-team.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Handlers {
  onError(error: unknown): void;
  onData(message: { id: string; data: { events: never[]; hasGap: boolean } }): void;
}

/** A visible page that follows a team. `open` has its open streams. */
function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const open: Handlers[] = [];
  const end = (handlers: Handlers) => void open.splice(open.indexOf(handlers), 1);
  const subscribe = (_input: unknown, handlers: Handlers) => {
    open.push(handlers);
    return { unsubscribe: () => end(handlers) };
  };
  const noop = () => {};
  const onGap = vi.fn();
  const onRejected = vi.fn();
  const stop = followTeam({
    streams: { events: { follow: { subscribe } } } as unknown as TRPCClient<AppRouter>,
    ...{ teamId: 'team', role: 'member', position: { current: '1' } },
    ...{ onEvents: noop, onLeases: noop, onStart: noop, onGap, onConnected: noop },
    ...{ onRoleChanged: noop, onRejected },
  });
  return {
    open,
    stop,
    onGap,
    onRejected,
    show(visibilityState: 'visible' | 'hidden') {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** By default: the service cannot be reached. */
    fail(error = new Error('away')) {
      const [handlers] = open.splice(0);
      handlers?.onError(error);
    },
  };
}

test('a page disconnects once it has been hidden for 20 s, and connects when it is shown', () => {
  const { open, show, stop } = openPage();
  show('hidden');
  vi.advanceTimersByTime(19_999);
  expect(open).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(open).toHaveLength(0);
  vi.advanceTimersByTime(60_000);
  show('visible');
  expect(open).toHaveLength(1);
  stop();
  expect(open).toHaveLength(0);
});

test('a page whose stream failed while it was hidden stays connected once it is shown', () => {
  const { open, show, fail, stop } = openPage();
  show('hidden');
  vi.advanceTimersByTime(5_000);
  fail();
  vi.advanceTimersByTime(2_000);
  expect(open).toHaveLength(1);
  show('visible');
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveLength(1);
  stop();
});

test('a page connects again after a failure, at once when it is shown, and not after it has stopped', () => {
  const { open, show, fail, stop } = openPage();
  fail();
  show('hidden');
  show('visible');
  expect(open).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveLength(1);
  fail();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveLength(0);
});

const rejection = (code: string): Error =>
  new TRPCClientError(code, {
    result: {
      error: { code: -32_000, message: code, data: { problem: { code, title: code, detail: code } } },
    },
  });

test('a page connects again, and reads everything, once its person is a member again', () => {
  const { open, fail, onGap, onRejected, stop } = openPage();
  fail(rejection('NOT_FOUND'));
  expect(onRejected).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000);
  expect(open).toHaveLength(1);
  open[0]?.onData({ id: '9', data: { events: [], hasGap: false } });
  expect(onGap).toHaveBeenCalledOnce();
  fail(rejection('NOT_FOUND'));
  stop();
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveLength(0);
});

test('a page whose session has ended does not connect again', () => {
  const { open, fail, onRejected } = openPage();
  fail(rejection('UNAUTHENTICATED'));
  vi.advanceTimersByTime(60_000);
  expect(onRejected).toHaveBeenCalledOnce();
  expect(open).toHaveLength(0);
});
