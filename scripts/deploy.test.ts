import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { maxApiCheckMs } from '../apps/web/src/lib/server/readiness.ts';
import { projectRoot } from './setup/project.mjs';
import { builtPrograms } from './supervisor/programs.ts';

const deploy = path.join(projectRoot, 'deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

type Service = {
  secrets?: string[];
  environment?: Record<string, string>;
  user?: string;
  read_only?: boolean;
  depends_on?: Record<string, { condition: string }>;
};
const compose: { services: Record<string, Service>; secrets: Record<string, { file: string }> } = parse(
  read('compose.yaml'),
  { merge: true },
);
const programNames = ['api-1', 'api-2', 'web-1', 'web-2', 'worker', 'migrate'];

test('create-secrets.sh makes all secrets of compose.yaml in a closed folder, and keeps those that are there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'crewboard-deploy-'));
  try {
    cpSync(path.join(deploy, 'create-secrets.sh'), path.join(folder, 'create-secrets.sh'));
    const create = () => {
      execFileSync(path.join(folder, 'create-secrets.sh'));
      const secrets = path.join(folder, 'secrets');
      expect(statSync(secrets).mode & 0o777).toBe(0o700);
      const read = (name: string) => readFileSync(path.join(secrets, name), 'utf8');
      return Object.fromEntries(readdirSync(secrets).map((name) => [`./secrets/${name}`, read(name)]));
    };
    const first = create();
    const wanted = Object.values(compose.secrets).map(({ file }) => file);
    expect(Object.keys(first).sort()).toEqual(wanted.sort());
    expect(first['./secrets/database-url']).toMatch(
      /^postgresql:\/\/crewboard_application:\w{48}@172\.30\.80\.5\//,
    );
    expect(create()).toEqual(first);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each service of compose.yaml has the secrets that its settings name, and only migrate the database owner', () => {
  for (const [name, { secrets = [], environment = {} }] of Object.entries(compose.services)) {
    const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
    for (const [variable, file] of files) {
      expect(secrets, `${name}: ${variable}`).toContain(file.replace('/run/secrets/', ''));
    }
  }
  const hasOwner = ([, { secrets = [] }]: [string, Service]) => secrets.includes('database-owner-url');
  expect(
    Object.entries(compose.services)
      .filter(hasOwner)
      .map(([name]) => name),
  ).toEqual(['migrate']);
});

test('compose.yaml takes each setting of .env.example, and who sends webhooks has the identity', () => {
  const text = read('compose.yaml');
  const settings = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(settings.filter((name) => !text.includes(`\${${name}:`))).toEqual([]);
  for (const name of ['api-1', 'api-2', 'worker'])
    expect(compose.services[name]?.environment).toHaveProperty('INSTALLATION_ID');
});

test('LOG_LEVEL of .env reaches every program', () => {
  for (const name of programNames)
    expect(compose.services[name]?.environment, name).toHaveProperty('LOG_LEVEL');
});

test('the programs run as another user in a read-only file system', () => {
  for (const name of programNames)
    expect(compose.services[name]).toMatchObject({ user: '10001:10001', read_only: true });
});

test('the programs wait for the migrations alone, so that replacing one replaces nothing else, the proxy included', () => {
  const { migrate, database, proxy, ...programs } = compose.services;
  expect(proxy).not.toHaveProperty('depends_on');
  expect(database).not.toHaveProperty('depends_on');
  expect(migrate?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  for (const [name, { depends_on }] of Object.entries(programs))
    expect(depends_on, name).toEqual({ migrate: { condition: 'service_completed_successfully' } });
});

test('admin in the container of an API makes links to the board', () => {
  const { services } = compose;
  for (const name of ['api-1', 'api-2'])
    expect(services[name]?.environment?.PUBLIC_URL).toBe(services['web-1']?.environment?.PUBLIC_URL);
});

test.each(['crewboard.sh', 'systemd/crewboard-api@.service'])(
  '%s gives Node the flags of npm start',
  (file) => {
    expect(read(file)).toContain(`node ${builtPrograms.api.nodeFlags?.join(' ')} /`);
  },
);

test('a web server waits nearly as long for its API as HAProxy for a check, so that a busy API is not taken for a lost one', () => {
  const checkMs = Number(/timeout check (\d+)s/.exec(read('haproxy.cfg'))?.[1]) * 1_000;
  expect(maxApiCheckMs).toBeLessThan(checkMs);
  expect(maxApiCheckMs).toBeGreaterThan(0.8 * checkMs);
});

test('each systemd unit starts again until it runs, also where the database comes up after it', () => {
  const isProgram = (name: string) => name.endsWith('.service') && name !== 'crewboard-dump.service';
  const units = readdirSync(path.join(deploy, 'systemd')).filter(isProgram);
  expect(units).toHaveLength(4);
  for (const unit of units) {
    const lines = read(`systemd/${unit}`).split('\n');
    expect(lines, unit).toContain('StartLimitIntervalSec=0');
    expect(lines, unit).toContain(
      `Restart=${unit === 'crewboard-migrate.service' ? 'on-failure' : 'always'}`,
    );
    expect(
      lines.filter((line) => line.startsWith('Requires=')),
      unit,
    ).toEqual([]);
  }
});

test('compose.previous-secret.yaml gives each service with APP_SECRET the previous one', () => {
  const previous: typeof compose = parse(read('compose.previous-secret.yaml'), { merge: true });
  const isWithSecret = ([, { secrets = [] }]: [string, Service]) => secrets.includes('app-secret');
  const wanted = Object.entries(compose.services)
    .filter(isWithSecret)
    .map(([name]) => name);
  expect(Object.keys(previous.services).sort()).toEqual(wanted.sort());
  for (const { secrets, environment } of Object.values(previous.services)) {
    expect(secrets).toEqual(['app-secret-previous']);
    expect(environment).toEqual({ APP_SECRET_PREVIOUS_FILE: '/run/secrets/app-secret-previous' });
  }
  expect(Object.keys(previous.secrets)).toEqual(['app-secret-previous']);
});

test('the dump gives pg_dump the password where other users of the machine do not see it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'crewboard-dump-'));
  try {
    writeFileSync(path.join(folder, 'database-owner-url'), 'postgresql://owner:p%40ss@127.0.0.1/crewboard\n');
    writeFileSync(path.join(folder, 'pg_dump'), '#!/bin/sh\necho "$PGPASSWORD" "$@"\nexit 3', {
      mode: 0o755,
    });
    const [, program = ''] =
      /^ExecStart=\/usr\/bin\/node -e '(.*)'$/m.exec(read('systemd/crewboard-dump.service')) ?? [];
    const { status, stdout } = spawnSync(process.execPath, ['-e', program.replace('%d', folder)], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    const options = '-Fc --no-owner --no-privileges -d postgresql://owner@127.0.0.1/crewboard -f partial';
    expect({ status, stdout }).toEqual({ status: 3, stdout: `p@ss ${options}\n` });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no document has the URL of the database, with its password, in the arguments of a program', () => {
  for (const file of ['README.md', '../README.md', '../docs/operations.md'])
    expect(read(file), file).not.toMatch(
      /\b(pg_dump|pg_restore|psql)\b.*(DATABASE_(OWNER_)?URL|database-(owner-)?url|:\/\/)/,
    );
});

test('restart of the documentation goes on with a unit once it is ready, and ends where it is not', () => {
  const functions = read('README.md').match(/^(ready|restart)\(\) \{ (curl|systemctl) .*\}$/gm) ?? [];
  const run = (curl: string) =>
    spawnSync(
      'sh',
      ['-c', ['systemctl() { :; }', 'sleep() { :; }', ...functions, curl, 'restart a@4000'].join('\n')],
      {
        encoding: 'utf8',
      },
    );
  expect(functions).toHaveLength(2);
  expect(run('curl() { return 0; }').status).toBe(0);
  const { status, stdout } = run('curl() { return 22; }');
  expect([status, stdout]).toEqual([1, 'a@4000 is not ready after two minutes\n']);
});
