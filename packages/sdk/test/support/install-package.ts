import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '../..');
const tsc = path.join(source, '../../node_modules/.bin/tsc');

/** A project beside this one that has installed the package as it is published. Returns its folder. */
export async function installPackage(): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), 'crewboard-sdk-'));
  const modules = path.join(project, 'node_modules');
  const installed = path.join(modules, '@crewboard/sdk');
  await mkdir(installed, { recursive: true });
  await run(tsc, ['-p', source, '--outDir', path.join(installed, 'dist')]);
  const { publishConfig, ...manifest } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  );
  await writeFile(path.join(installed, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
  for (const name of Object.keys(manifest.dependencies)) {
    await symlink(path.join(source, 'node_modules', name), path.join(modules, name));
  }
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  return project;
}
