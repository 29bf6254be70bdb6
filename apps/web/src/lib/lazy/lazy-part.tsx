'use client';

import { type ComponentType, createElement, useCallback, useEffect, useState } from 'react';
import { LoadFailure } from '#components/notices/load-failure.tsx';
import { useIsHydrating } from './use-is-hydrating.ts';
import { whenIdle } from './when-idle.ts';

type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code, for example when the pointer is on the button that will show the part. Resolves in any case: the
   * part shows the error.
   */
  preload: () => Promise<void>;
};

interface LazyPartOptions<Props> {
  /**
   * The part from `next/dynamic`, for pages whose first response has it: with its styles, and hydrated with the page.
   */
  first?: ComponentType<Props>;
  /** Takes the place of the part while its code is loaded, and if that fails. */
  standIn?: ComponentType<Props>;
}

/**
 * A part of a page whose code is loaded with its first rendering. If that fails, it says so and offers to try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { first, standIn = Nothing }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;

  async function preload(): Promise<void> {
    try {
      loaded ??= await load();
    } catch {}
  }

  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once.
  function Part(props: Props) {
    const isHydrating = useIsHydrating();
    // No `Suspense`: React would show the part up to 300 ms late, and the first response have it behind the page.
    const [{ content, error }, setState] = useState<PartState<Props>>({
      content: isHydrating ? first : loaded,
    });
    const isMissing = !content && !error;

    const loadContent = useCallback(async () => {
      try {
        loaded ??= await load();
        setState({ content: loaded });
      } catch (error) {
        setState({ error });
      }
    }, []);

    useEffect(() => {
      if (isMissing) void loadContent();
    }, [isMissing, loadContent]);

    if (error && !isLoadError(error)) throw error;
    if (content) return createElement(content, props);
    return (
      <>
        {createElement(standIn, props)}
        {error !== undefined && <LoadFailure onRetry={loadContent} />}
      </>
    );
  }

  return Object.assign(Part, { preload });
}

interface PartState<Props> {
  content?: ComponentType<Props> | undefined;
  error?: unknown;
}

const Nothing = () => null;

/** Loads the parts once the browser is idle, so that they open at once, even offline. */
export function usePreload(...parts: { preload: () => Promise<void> }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are constants.
  useEffect(() => {
    void whenIdle().then(() => {
      for (const { preload } of parts) void preload();
    });
  }, []);
}

/** Whether a chunk could not be loaded: the browser is offline, or a new version of Crewboard has other file names. */
const isLoadError = (error: unknown): boolean => (error as Error | null)?.name === 'ChunkLoadError';
