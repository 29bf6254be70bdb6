import { expect, test } from 'vitest';
import { holdExplanations } from '../../apps/api/src/features/webhooks/installation.ts';
import { readSettings } from './settings.mjs';
import { renderScreen } from './start-screen.ts';

const owner = { email: 'owner@crewboard.local', password: 'abcde-fghij-kmnpq-rstuv' };
const team = {
  teamId: 'cmwprcjdx00001f7d8m27yao2',
  projectId: 'cmwprcjdx00011f7dlbqc7p2t',
  apiKey: `cb_team_${'k'.repeat(36)}`,
};
const firstStart = { owner, team };
const facts = {
  settings: readSettings({}),
  dataDir: '/srv/crewboard/.data',
  movedFrom: undefined,
  firstStart: undefined,
  blocked: [],
  held: { reason: null },
};
const blocked = {
  teamId: team.teamId,
  teamName: 'Harbour',
  origin: 'http://127.0.0.1:4800',
  count: 1,
  allowRule: '127.0.0.1/32:4800',
};

test('fits into 80 columns on the first start, with the key in its curl command', () => {
  const screen = renderScreen({ ...facts, firstStart });
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(screen).toContain(`curl http://127.0.0.1:4000/api/teams/${team.teamId}/tasks`);
  expect(screen).toContain(`Bearer ${team.apiKey}`);
  expect(screen).toContain(team.projectId);
  expect(screen).toContain(owner.password);
});

test('shows on later starts where to put a key and how to create one', () => {
  const screen = renderScreen(facts);
  expect(screen).toContain('Bearer $CREWBOARD_KEY');
  expect(screen).toContain('key create TEAM_ID');
  expect(screen).not.toContain('Sign in');
});

test('names on later starts the account of the first one, and how to reset its password', () => {
  const screen = renderScreen({ ...facts, firstStart: { ownerEmail: owner.email } });
  expect(screen).toMatch(/E-mail +owner@crewboard\.local$/m);
  expect(screen).toContain(`user reset-password ${owner.email}`);
  expect(screen).not.toContain('Password');
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('names the DATA_DIR in each command of admin where it is not the default', () => {
  const settings = readSettings({ DATA_DIR: "/srv/ada's $$data$" });
  const screen = renderScreen({
    ...facts,
    settings,
    dataDir: "/srv/ada's $$data$",
    firstStart,
    blocked: [blocked],
  });
  const commands = screen.match(/^.*npm run -s admin --/gm);
  expect(commands).toHaveLength(4);
  for (const command of commands ?? [])
    expect(command.trim()).toBe(String.raw`DATA_DIR='/srv/ada'\''s $$data$' npm run -s admin --`);
  expect(renderScreen({ ...facts, firstStart })).not.toContain('DATA_DIR=');
});

test('shows which addresses webhooks may reach besides public ones', () => {
  const screenWith = (env: NodeJS.ProcessEnv) => renderScreen({ ...facts, settings: readSettings(env) });
  const external = { DATABASE_URL: 'postgresql://db/crewboard' };
  expect(screenWith({ ...external, WEBHOOK_ALLOW: 'hooks.internal' })).toContain(
    'may also reach hooks.internal',
  );
  for (const env of [{}, external, { WEBHOOK_ALLOW: '' }, { HOST: '0.0.0.0' }, { HOST: '::' }]) {
    expect(readSettings(env).webhookAllow).toBe('');
    expect(screenWith(env)).not.toContain('Webhooks');
  }
  expect(readSettings({ WEBHOOK_DELIVERY: '' }).webhookDelivery).toBe('api');
  expect(() => readSettings({ WEBHOOK_DELIVERY: 'cloud' })).toThrow(/must be api or worker/);
});

test('shows when other machines can reach the service, and a data directory outside of the project', () => {
  const settings = readSettings({ HOST: '0.0.0.0' });
  const screen = renderScreen({
    ...facts,
    settings,
    dataDir: '/var/lib/crewboard',
    movedFrom: '/root/x/.data',
    firstStart,
  });
  expect(screen).toContain('http://127.0.0.1:3000');
  expect(screen).toContain('HOST=0.0.0.0');
  expect(screen).toContain('not /root/x/.data');
});

test('lists blocked webhooks in 80 columns, each with the command that allows it', () => {
  const screen = renderScreen({ ...facts, blocked: [blocked] });
  expect(screen).toContain('http://127.0.0.1:4800 of Harbour');
  expect(screen).toContain(`npm run -s admin -- webhook-allow ${team.teamId} 127.0.0.1/32:4800`);
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(renderScreen(facts)).not.toContain('Blocked webhooks');
});

test('shows ten of many blocked webhooks and the number of the others', () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ ...blocked, origin: `http://10.0.0.${at}` }));
  const screen = renderScreen({ ...facts, blocked: many });
  expect(screen.match(/http:\/\/10\.0\.0\.\d+ of/g)).toHaveLength(10);
  expect(screen).toContain('… and 15 more');
  expect(screen).toContain('webhook-allow --blocked');
});

test('strips control characters from team names', () => {
  const teamName = '\u001b[2Jevil\r\n\u202e\u009b31mname';
  const screen = renderScreen({ ...facts, blocked: [{ ...blocked, teamName }] });
  expect(screen).toMatch(/of evil.*name$/m);
  expect(screen.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('says which check of webhooks has no result, why, and how to repeat it', () => {
  const unchecked = { problem: 'this machine was too busy to check it in time' };
  const ofBoth = renderScreen({ ...facts, blocked: unchecked, held: unchecked });
  expect(ofBoth).toContain('Which webhooks are blocked could not be checked:');
  expect(ofBoth).toContain('Whether webhooks are held could not be checked:');
  expect(ofBoth.match(/this machine was too busy to check it in time\.$/gm)).toHaveLength(2);
  expect(ofBoth).toContain('webhook-allow --blocked');
  expect(ofBoth).toContain('deliveries status');
});

test('says that webhooks are held, why, and how to send them', () => {
  const [server, installation] = [holdExplanations.server, holdExplanations.installation];
  for (const reason of [server, installation]) {
    const screen = renderScreen({ ...facts, held: { reason } });
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(`nothing is sent ${reason}.`);
    expect(screen).toContain('npm run -s admin -- deliveries resume');
    expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  }
  expect(renderScreen(facts)).not.toContain('held');
});
