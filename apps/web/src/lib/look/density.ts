/** The spacing of the pages. */
export type Density = 'comfortable' | 'compact';

/** The cookie of the chosen density. A cookie, so that the server renders pages with it. */
export const DENSITY_COOKIE = 'crewboard-density';

/** The density in the value of the cookie; comfortable without one. */
export function readDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable';
}
