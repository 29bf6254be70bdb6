import { createStore } from '../create-store.ts';
import { DENSITY_COOKIE, type Density, readDensity } from './density.ts';
import { savePreference } from './save-preference.ts';

const chosen = createStore<Density | null>(null);
// The server has set the density on the root element, for styles/tokens.css.
if (typeof document !== 'undefined') chosen.set(readDensity(document.documentElement.dataset.density));

/** The chosen density; null on the server and in the first paint. */
export const useDensity = chosen.use;

/** Applies a density at once, and saves it for the next pages. */
export function setDensity(density: Density): void {
  document.documentElement.dataset.density = density;
  savePreference(DENSITY_COOKIE, density);
  chosen.set(density);
}
