import satisfies from 'spdx-satisfies';

/** They ask for their text and notices, which THIRD-PARTY-LICENSES.txt has, and nothing of our own code. */
const allowed = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'],
  // Fonts.
  'OFL-1.1',
];

/** Of one package each. caniuse-lite: data that builds read, from which nothing is served. */
const allowedOf: Record<string, string> = { 'caniuse-lite': 'CC-BY-4.0' };

/** The output of `pnpm licenses list --json`: packages by their license. */
export type Licenses = Record<string, { name: string; license: string }[]>;

/** The packages whose license is not allowed. Of alternatives one must be allowed; what is no SPDX expression is not. */
export function findForbidden(licenses: Licenses): { name: string; license: string }[] {
  return Object.values(licenses)
    .flat()
    .filter(({ name, license }) => allowedOf[name] !== license && !isAllowed(license));
}

function isAllowed(license: string): boolean {
  try {
    return satisfies(license, allowed);
  } catch {
    return false;
  }
}
