import { execFile } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = path.join(import.meta.dirname, '../../..');

/** Without the settings of an npm that runs this process. */
const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
const env: NodeJS.ProcessEnv = { ...Object.fromEntries(own), NODE_ENV: 'test' };

/** A new project that has installed what npm packs of the SDK and the CLI, without a registry. Returns its folder. */
export async function installPackages(): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), 'crewboard-packages-'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  for (const name of ['sdk', 'cli']) {
    await run('npm', ['pack', '--pack-destination', project], { cwd: path.join(packages, name), env });
  }
  const archives = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  const emptyCache = path.join(project, '.npm');
  const args = ['install', '--offline', '--cache', emptyCache, ...archives.map((name) => `./${name}`)];
  await run('npm', args, { cwd: project, env });
  return project;
}
