'use client';

import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { whenIdle } from './when-idle.ts';

type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code, for example when the pointer is on the button that will show the part. Resolves in any case: the
   * part shows the error.
   */
  preload: () => Promise<void>;
};

interface LazyPartOptions<Props> {
  /** The part as `next/dynamic` renders it on the server, with its styles. */
  first?: ComponentType<Props>;
  /** Takes the place of the part while its code is loaded, and if that fails. */
  standIn?: ComponentType<Props>;
}

/** A part of a page whose code is loaded with its first rendering. If that fails, it says so and offers to try again. */
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
    // Not `lazy`: React shows what was suspended up to 300 ms late.
    const [{ content, error }, setState] = useState<PartState<Props>>(() => ({ content: loaded ?? first }));
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
    if (content && content !== first) return createElement(content, props);
    if (content)
      return (
        <LoadBoundary onRetry={loadContent}>
          <Suspense>{createElement(content, props)}</Suspense>
        </LoadBoundary>
      );
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

interface LoadBoundaryProps {
  children: ReactNode;
  onRetry: () => void;
}

/** Other errors are for the page. */
class LoadBoundary extends Component<LoadBoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isLoadError(error)) throw error;
    return <LoadFailure onRetry={this.props.onRetry} />;
  }
}

/** Whether a chunk could not be loaded: the browser is offline, or a new version of Crewboard has other file names. */
const isLoadError = (error: unknown): boolean => (error as Error | null)?.name === 'ChunkLoadError';
