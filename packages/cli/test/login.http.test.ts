import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, useFolder } from './support/run-cli.ts';

const api = useApi();
const folder = useFolder();
const env = { XDG_CONFIG_HOME: folder };
const file = path.join(folder, 'crewboard/config.json');
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

it('stores nothing for a token that is not valid', async () => {
  const { code, stderr } = await runCli(['login', '--url', api().url, '--token', 'cb_agent_wrong'], { env });
  expect(code).toBe(3);
  expect(stderr).toMatch(/UNAUTHENTICATED: .*\n {2}Run `crewboard login`/);
  expect(existsSync(file)).toBe(false);
});

it('stores a token in a file of its owner; later commands use it, and the environment wins', async () => {
  const { code, stderr } = await runCli(['login', '--url', api().url], {
    env,
    input: `${world.ada.token}\n`,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Agent Ada of the team Team. Stored in ${file}.\n` });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: api().url, token: world.ada.token });

  expect((await runCli(['whoami'], { env })).stdout).toBe('Agent Ada of the team Team\n');
  const other = { ...env, CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.bob.token };
  const { stdout } = await runCli(['whoami', '--json'], { env: other });
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'agent', agent: { name: 'Bob' } });
});

it('finds the stored token by another spelling of the URL', async () => {
  const CREWBOARD_URL = `${api().url.replace('http', 'HTTP')}/`;
  expect((await runCli(['whoami'], { env: { ...env, CREWBOARD_URL } })).stdout).toBe(
    'Agent Ada of the team Team\n',
  );
});

it('sends a stored token to no other service', async () => {
  const elsewhere = { ...env, CREWBOARD_URL: 'http://127.0.0.1:1' };
  const { code, stderr } = await runCli(['whoami'], { env: elsewhere });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('There is no token for http://127.0.0.1:1.'),
  });
});

it('removes the stored token, of which there is then none', async () => {
  const { code, stderr } = await runCli(['logout'], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Removed ${file}. The token itself stays valid.\n` });
  expect(existsSync(file)).toBe(false);
  expect(await runCli(['logout'], { env })).toMatchObject({ code: 0, stderr: 'No token is stored.\n' });
  expect((await runCli(['whoami'], { env })).code).toBe(3);
});
