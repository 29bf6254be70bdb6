import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, requireSystem } from './project.mjs';

const system = (name: string, version: string) => {
  const [platform = '', arch = ''] = name.split('-');
  return { platform, arch, version } as unknown as NodeJS.Process;
};

test.each(['linux-x64', 'linux-arm64'])('%s starts with Node 20, because npm has Node 24 for it', (name) => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(optionalDependencies).toHaveProperty(`node-${name}`);
  requireSystem(system(name, 'v20.19.0'));
  expect(() => requireSystem(system(name, 'v18.20.0'))).toThrow(/needs Node 20 or newer; this is v18\.20\.0/);
});

test.each(['darwin-arm64', 'darwin-x64'])(
  '%s needs a Node 24 of its own, and says so before it installs',
  (name) => {
    requireSystem(system(name, 'v24.0.0'));
    requireSystem(system(name, 'v26.1.0'));
    expect(() => requireSystem(system(name, 'v22.12.0'))).toThrow(
      new RegExp(`needs Node 24 or newer on ${name}; this is v22\\.12\\.0`),
    );
  },
);

test('Windows is told to use WSL in one sentence', () => {
  expect(() => requireSystem(system('win32-x64', 'v24.0.0'))).toThrow(
    /^Crewboard does not run on Windows.*WSL.*$/,
  );
});

test('the first commands check the system before exec, which cmd.exe does not have', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  for (const name of ['start', 'dev', 'test']) {
    expect(scripts[name]).toMatch(/^node scripts\/check-system\.mjs && exec node /);
  }
});
