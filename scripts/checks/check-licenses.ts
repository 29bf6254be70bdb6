// Fails when a production dependency has a license that nobody has checked. Reads the output of `pnpm licenses list
// --prod --json` from standard input: pnpm reads the manifests and license files of the installed packages.
import { text } from 'node:stream/consumers';
import satisfies from 'spdx-satisfies';

/** Licenses that only require their text and notices to be passed on, as THIRD-PARTY-LICENSES.txt does. */
const allowed = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'],
  // Fonts.
  'OFL-1.1',
];

/** Licenses that are allowed for one package each. caniuse-lite: builds read its data, and nothing of it is served. */
const allowedByPackage: Record<string, string> = { 'caniuse-lite': 'CC-BY-4.0' };

/** Packages by their license. */
type Licenses = Record<string, { name: string; license: string }[]>;

/**
 * The packages whose license is not allowed. Where a package offers alternatives, one must be allowed. A text that is
 * no SPDX expression is not allowed.
 */
export function findForbidden(licenses: Licenses): { name: string; license: string }[] {
  return Object.values(licenses)
    .flat()
    .filter(({ name, license }) => allowedByPackage[name] !== license && !isAllowed(license));
}

function isAllowed(license: string): boolean {
  try {
    return satisfies(license, allowed);
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const licenses: Licenses = JSON.parse(await text(process.stdin));
  if (Object.keys(licenses).length === 0) throw new Error('The list has no packages.');
  const forbidden = findForbidden(licenses);
  for (const { name, license } of forbidden) {
    console.error(
      `${name} has the license "${license}", which scripts/checks/check-licenses.ts does not allow.`,
    );
  }
  if (forbidden.length > 0) process.exitCode = 1;
}
