import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUILD_HEADER } from './build-header.ts';
import { BuildWatch } from './build-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ofBuild = (build: string) => new Headers({ [BUILD_HEADER]: build });

describe('BuildWatch', () => {
  it('is out of date once only another build has responded for half a minute', () => {
    const watch = new BuildWatch('1');
    watch.check(ofBuild('2'));
    vi.advanceTimersByTime(29_999);
    expect(watch.outOfDate.get()).toBe(false);
    watch.check(ofBuild('2'));
    vi.advanceTimersByTime(1);
    expect(watch.outOfDate.get()).toBe(true);
    watch.check(ofBuild('1'));
    vi.advanceTimersByTime(60_000);
    expect(watch.outOfDate.get()).toBe(true);
  });

  it('is up to date while its own build still responds, which restarts the half minute', () => {
    const watch = new BuildWatch('1');
    watch.check(ofBuild('2'));
    vi.advanceTimersByTime(20_000);
    watch.check(ofBuild('1'));
    vi.advanceTimersByTime(60_000);
    expect(watch.outOfDate.get()).toBe(false);
    watch.check(ofBuild('2'));
    vi.advanceTimersByTime(30_000);
    expect(watch.outOfDate.get()).toBe(true);
  });

  it.each([
    ['a response without a build', '1', new Headers()],
    ['a page without a build', undefined, ofBuild('2')],
  ])('is up to date after %s', (_, build, headers) => {
    const watch = new BuildWatch(build);
    watch.check(headers);
    vi.advanceTimersByTime(60_000);
    expect(watch.outOfDate.get()).toBe(false);
  });
});
