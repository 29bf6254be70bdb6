import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageManager, projectRoot } from './setup/project.mjs';

/** Not in node_modules, because Node runs no TypeScript there. */
const folder = join(projectRoot, '.data/releases');

/** Finds the commit of a release by its tag, or by its message. Throws when there is none. */
function findRelease(version: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', projectRoot, ...args], { encoding: 'utf8' });
  const isTagged = git('tag', '--list', `v${version}`) !== '';
  const commit = isTagged
    ? git('rev-parse', `v${version}^{commit}`)
    : git('log', '--format=%H', '-1', '--fixed-strings', `--grep=chore: release ${version}`);
  if (commit) return commit.trim();
  throw new Error(`This clone has neither the tag v${version} nor the commit "chore: release ${version}".`);
}

/**
 * Checks out the sources of a release, installs its dependencies, and builds its API, and its web server if `hasWeb`.
 * Returns the folder, which later runs use again. Takes a minute the first time, two with the web server.
 */
export function checkOutRelease(version: string, { hasWeb = false } = {}): string {
  const release = join(folder, version);
  const once = (mark: string, run: () => void) => {
    const complete = join(release, 'node_modules', mark);
    if (existsSync(complete)) return;
    run();
    writeFileSync(complete, version);
  };
  const pnpm = (...args: string[]) =>
    execFileSync('npx', ['--yes', packageManager(), ...args], {
      cwd: release,
      env: cleanEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  const build = (name: string) =>
    pnpm('exec', 'turbo', 'run', 'build', '--filter', name, '--output-logs=errors-only');
  once('.crewboard-release', () => {
    const commit = findRelease(version);
    console.log(`Installing and building ${version} (${commit.slice(0, 12)}) in ${release}`);
    rmSync(release, { recursive: true, force: true });
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', projectRoot, release]);
    execFileSync('git', ['-C', release, 'checkout', '--quiet', commit]);
    pnpm('install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=error');
    build('@crewboard/api');
  });
  if (hasWeb) once('.crewboard-release-web', () => build('@crewboard/web'));
  return release;
}

/** The environment without the variables that pnpm sets for the scripts of this project. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOfPnpm = (name: string) => /^(npm|pnpm)_/i.test(name);
  const own = Object.entries(process.env).filter(([name]) => !isOfPnpm(name));
  return { ...(Object.fromEntries(own) as NodeJS.ProcessEnv), DO_NOT_TRACK: '1' };
}
