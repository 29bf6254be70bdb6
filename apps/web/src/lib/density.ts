/** How close things stand: 'compact' shows more of them at once. */
export type Density = 'comfortable' | 'compact';

/** The server reads it too, so that a page comes as it was chosen. */
export const DENSITY_COOKIE = 'crewboard-density';

export function readDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable';
}
