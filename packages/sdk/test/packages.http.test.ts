import { execFile } from 'node:child_process';
import { cp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { installPackages } from './support/install-packages.ts';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '../..');
const api = useApi();
let project: string;

beforeAll(async () => {
  project = await installPackages();
});
afterAll(() => rm(project, { recursive: true }));

/** Runs JavaScript in the project, in which Node strips no types: it has none of the sources. */
const runProgram = (program: string, env: NodeJS.ProcessEnv = process.env) =>
  run(process.execPath, ['--no-strip-types', '--input-type=module', '--eval', program], {
    cwd: project,
    env,
  });

it.each([
  ['@crewboard/sdk', ['eventsource-parser']],
  ['@crewboard/cli', ['commander', 'eventsource-parser']],
])(
  'npm packs %s with the files that its manifest names and the licenses of what it bundles',
  async (name, bundled) => {
    const folder = path.join(project, 'node_modules', name);
    const read = (file: string) => readFile(path.join(folder, file), 'utf8');
    const { exports, bin, dependencies, license } = JSON.parse(await read('package.json'));
    const files: string[] = Object.values({ ...exports?.['.'], ...bin });
    expect(files).not.toHaveLength(0);
    for (const file of files) expect((await stat(path.join(folder, file))).isFile()).toBe(true);
    expect({ dependencies, license }).toEqual({ dependencies: undefined, license: 'MIT' });
    expect(await read('LICENSE')).toBe(await readFile(path.join(root, 'LICENSE'), 'utf8'));
    const licenses = await read('dist/THIRD-PARTY-LICENSES.txt');
    expect([...licenses.matchAll(/^(\S+) [\d.]+ \(MIT\)\n\n.*license/gim)].map(([, title]) => title)).toEqual(
      bundled,
    );
    expect(licenses.match(/^Copyright .+/gim)).toHaveLength(bundled.length);
  },
);

it('its types stand alone, and the examples of its README compile with them', async () => {
  const modules = path.join(project, 'node_modules');
  const types = path.join(root, 'node_modules/@types/node');
  await cp(types, path.join(modules, '@types/node'), { recursive: true, dereference: true });
  const undici = path.join(root, 'node_modules/.pnpm/node_modules/undici-types');
  await symlink(undici, path.join(modules, 'undici-types'));
  const readme = await readFile(path.join(source, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts (\w+)\n(.*?)^```/gms)];
  expect(examples.map(([, name]) => name)).toEqual(['client', 'worker', 'events', 'webhooks']);
  for (const [, name, text] of examples) await writeFile(path.join(project, `${name}.ts`), text ?? '');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' },
    ...{ lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'], types: ['node'] },
  };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', project]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

it('the SDK loads as JavaScript, without the sources of this project', async () => {
  const { stdout } = await runProgram(
    `import * as sdk from '@crewboard/sdk'; console.log(Object.keys(sdk).join(' '), process.features.typescript)`,
  );
  expect(stdout).toBe(
    'ConnectionError CrewboardError TaskFailure TaskRelease WebhookVerificationError createClient createWorker hasEnded isCode isTransient operations verifyWebhook false\n',
  );
});

it('the SDK and the command call a service', async () => {
  const { ada } = await createWorld(api());
  const env = { ...process.env, CREWBOARD_URL: api().url, CREWBOARD_TOKEN: ada.token };
  const program = `
    import { createClient } from '@crewboard/sdk';
    const { CREWBOARD_URL: url, CREWBOARD_TOKEN: token } = process.env;
    console.log((await createClient({ url, token }).me()).agent.name);`;
  expect((await runProgram(program, env)).stdout).toBe('Ada\n');
  const crewboard = (...args: string[]) =>
    run(path.join(project, 'node_modules/.bin/crewboard'), args, { env });
  const { version } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8'));
  expect((await crewboard('--version')).stdout).toBe(`${version}\n`);
  expect((await crewboard('--help')).stdout).toMatch(/^Usage: crewboard /);
  expect(JSON.parse((await crewboard('whoami', '--json')).stdout)).toMatchObject({ agent: { name: 'Ada' } });
});
