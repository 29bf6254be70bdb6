'use client';

import { useSyncExternalStore } from 'react';
import { DENSITY_COOKIE, type Density, readDensity } from './density.ts';
import { savePreference } from './save-preference.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The density is an attribute of the root element, which styles/tokens.css reads.
const read = (): Density => readDensity(document.documentElement.dataset.density);

/** The chosen density; null on the server and in the first paint. */
export function useDensity(): Density | null {
  return useSyncExternalStore<Density | null>(subscribe, read, () => null);
}

export function setDensity(density: Density): void {
  document.documentElement.dataset.density = density;
  savePreference(DENSITY_COOKIE, density);
  for (const listener of listeners) listener();
}
