/** The samples of a scrape: their values by name and labels, as Prometheus writes them, `name{a="1",b="2"}`. */
export function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** The names of the metrics in a scrape, those without a value included. */
export const metricNames = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
