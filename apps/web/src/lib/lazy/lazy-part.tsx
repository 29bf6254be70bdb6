import { type ComponentType, createElement, useEffect, useState, useSyncExternalStore } from 'react';
import { addLoadFailure } from '#components/notices/load-failures.tsx';
import { loadLater, useLoadState } from './load-later.ts';
import { whenIdle } from './when-idle.ts';

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code ahead, for example once the pointer is on the button that shows the part. Never rejects. */
  preload: () => Promise<unknown>;
};

interface LazyPartOptions<Props> {
  /** The part from `next/dynamic`, for pages whose first response contains it: Next adds its styles and hydrates it. */
  inFirstResponse?: ComponentType<Props>;
  /** Replaces the part while its code is loaded, and if that fails. */
  standIn?: ComponentType<Props>;
}

/**
 * A part of a page whose code is loaded when it is first rendered. After a failure, the notice `LoadFailures` offers to
 * try again. See docs/decisions/0018-loading-parts-of-a-page.md.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { inFirstResponse, standIn = () => null }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const later = loadLater(load);
  const { request } = later;

  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once.
  function Part(props: Props) {
    const isHydrating = useIsHydrating();
    const [hydrated] = useState(() => ({ part: isHydrating ? inFirstResponse : undefined }));
    // No `Suspense`: React would show the part up to 300 ms late, and put it behind the page in the first response.
    const { value, error } = useLoadState(later);
    const part = hydrated.part ?? value;
    const isMissing = !part;
    const hasFailed = isMissing && error !== undefined;

    useEffect(() => {
      if (isMissing) void request();
    }, [isMissing]);
    useEffect(() => (hasFailed ? addLoadFailure(request) : undefined), [hasFailed]);

    if (hasFailed && !isLoadError(error)) throw error;
    return createElement(part ?? standIn, props);
  }

  return Object.assign(Part, { preload: request });
}

/** Loads parts once the browser is idle, so that they open at once, even offline. */
export function usePreload(...parts: { preload: () => Promise<unknown> }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are constants.
  useEffect(() => {
    void whenIdle().then(() => {
      for (const { preload } of parts) void preload();
    });
  }, []);
}

const neverChanges = () => () => {};

/** Whether the component is part of the first response: rendered on the server, or hydrated by the browser. */
const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

/** Whether the code could not be loaded: the browser is offline, or a new version of Crewboard has other file names. */
const isLoadError = (error: unknown): boolean => (error as Error | null)?.name === 'ChunkLoadError';
