'use client';

import { useSyncExternalStore } from 'react';
import { DENSITY_COOKIE, type Density, readDensity } from './density.ts';
import { remember } from './remember.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Stored on the element for styles/tokens.css.
const read = (): Density => readDensity(document.documentElement.dataset.density);

/** Null on the server and in the first paint. */
export function useDensity(): Density | null {
  return useSyncExternalStore<Density | null>(subscribe, read, () => null);
}

export function setDensity(density: Density): void {
  document.documentElement.dataset.density = density;
  remember(DENSITY_COOKIE, density);
  for (const listener of listeners) listener();
}
