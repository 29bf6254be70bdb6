/** The spacing of the pages. */
export type Density = 'comfortable' | 'compact';

/** A cookie, so that the server renders with it. */
export const DENSITY_COOKIE = 'crewboard-density';

export function readDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable';
}
