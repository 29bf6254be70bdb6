const DAY_MS = 86_400_000;
const DEGREE = Math.PI / 180;

/**
 * How many minutes a sundial is ahead of a clock of mean solar time, within a few seconds for this century.
 * The formula and its constants are in Meeus, Astronomical Algorithms, chapters 25 and 28.
 */
export function equationOfTime(instant: Date): number {
  const centuries = (instant.getTime() - Date.UTC(2000, 0, 1, 12)) / (36_525 * DAY_MS);
  const meanLongitude = (280.46646 + 36_000.76983 * centuries) * DEGREE;
  const meanAnomaly = (357.52911 + 35_999.05029 * centuries) * DEGREE;
  const eccentricity = 0.016708634 - 0.000042037 * centuries;
  const obliquity = (23.439291 - 0.0130042 * centuries) * DEGREE;
  const y = Math.tan(obliquity / 2) ** 2;
  const radians =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y ** 2 * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity ** 2 * Math.sin(2 * meanAnomaly);
  return (radians / DEGREE) * 4;
}

/** The solar noon nearest to `around`. Longitudes east of Greenwich are positive. */
export function nearestSolarNoon(longitude: number, around: Date): Date {
  const meanNoon = (12 - longitude / 15) * 3_600_000;
  const days = Math.round((around.getTime() - meanNoon) / DAY_MS);
  const meanNoonThatDay = new Date(days * DAY_MS + meanNoon);
  return new Date(meanNoonThatDay.getTime() - equationOfTime(meanNoonThatDay) * 60_000);
}
