// Builds the standalone server: `node .next/standalone/apps/web/server.js`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build as bundle } from 'rolldown';
import {
  packagesOfDependencies,
  packagesOfFiles,
  writeLicenses,
} from '../../scripts/build/third-party-licenses.ts';

const here = import.meta.dirname;
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');

const build = spawnSync(process.execPath, [next, 'build'], {
  cwd: here,
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
});
if (build.status !== 0) process.exit(build.status ?? 1);

// Next leaves static files out, for a CDN. This server serves them itself.
const standalone = join(here, '.next/standalone/apps/web');
for (const folder of ['.next/static', 'public']) {
  const source = join(here, folder);
  if (existsSync(source)) cpSync(source, join(standalone, folder), { recursive: true });
}

// Turbopack merges small chunks, but these manifests still name them: pages would preload files that do not exist.
for (const path of globSync('.next/server/**/react-loadable-manifest.json', { cwd: standalone })) {
  const manifest = JSON.parse(readFileSync(join(standalone, path), 'utf8'));
  for (const part of Object.values(manifest)) {
    part.files = part.files.filter((file) => existsSync(join(standalone, '.next', file)));
  }
  writeFileSync(join(standalone, path), JSON.stringify(manifest));
}

// An import runs first, so http-server.mjs runs before the code of Next in server.js.
await bundle({
  input: join(here, 'http-server.mjs'),
  platform: 'node',
  output: { file: join(standalone, 'http-server.mjs'), format: 'esm' },
});
const server = join(standalone, 'server.js');
writeFileSync(server, `import './http-server.mjs';\n${readFileSync(server, 'utf8')}`);

// Next does not tell which packages it bundles: any dependency may be among them. It copies files of the packages that
// it does not bundle, such as those inside its own. Their licenses are where they are installed.
const modules = join(here, '../../node_modules');
const copied = readdirSync(join(here, '.next/standalone/node_modules'), {
  recursive: true,
  encoding: 'utf8',
});
const copiedPackages = packagesOfFiles(copied.map((file) => join(modules, file)));
writeLicenses(standalone, new Set([...packagesOfDependencies(here), ...copiedPackages]));
