import { text } from 'node:stream/consumers';
import { findForbidden } from './forbidden-licenses.ts';

// Fails when a production dependency has a license that nobody has checked. Standard input is that of
// `pnpm licenses list --prod --json`, which reads the manifests and license files of the packages that are installed.

const licenses = JSON.parse(await text(process.stdin));
if (Object.keys(licenses).length === 0) throw new Error('The list has no packages.');
const forbidden = findForbidden(licenses);
for (const { name, license } of forbidden) {
  console.error(`${name} has the license "${license}", which scripts/forbidden-licenses.ts does not allow.`);
}
if (forbidden.length > 0) process.exitCode = 1;
