export type Level = 'ok' | 'warning' | 'error';

/** The result of a check. Most checks have one; a check with several problems has one for each. */
export type Result = {
  level: Level;
  /** Sentences about a problem; for `ok` a phrase without a period. Both omit the name of the check. */
  message: string;
  /** Advice for a warning or an error. */
  remedy?: string;
};

export type Finding = { check: string } & Result;

export const ok = (message: string): Result => ({ level: 'ok', message });
export const warning = (message: string, remedy: string): Result => ({ level: 'warning', message, remedy });
export const failure = (message: string, remedy: string): Result => ({ level: 'error', message, remedy });

/** The problems of a list of conditions (`condition && failure(…)`), or `allRight` if there are none. */
export function problemsOr(allRight: Result, conditions: (Result | false | undefined)[]): Result[] {
  const problems = conditions.filter((each) => each !== false && each !== undefined);
  return problems.length > 0 ? problems : [allRight];
}

/** A number with its noun in the singular or plural: "1 key", "3 keys". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** The first names of a list, and the number of the others. */
export function listNames(names: string[], max = 3): string {
  const more = names.length - max;
  return [...names.slice(0, max), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function describeBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** A duration, in the largest unit of which it has at least two. */
export function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 2) return `${Math.max(Math.round(ms / 1000), 0)} s`;
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 60 / 24)} days`;
}
