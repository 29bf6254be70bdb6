import { expect, test } from 'vitest';
import { renderScreen } from './screen.ts';
import { readSettings } from './settings.mjs';

const owner = { email: 'owner@crewboard.local', password: 'abcde-fghij-kmnpq-rstuv' };
const team = {
  teamId: 'cmwprcjdx00001f7d8m27yao2',
  projectId: 'cmwprcjdx00011f7dlbqc7p2t',
  apiKey: `cb_team_${'k'.repeat(36)}`,
};
const firstStart = { owner, team };
const facts = { settings: readSettings({}), dataDir: '/srv/crewboard/.data', movedFrom: undefined };

test('the screen of a first start fits into 80 columns and has the key in its curl command', () => {
  const screen = renderScreen({ ...facts, firstStart });
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(screen).toContain(`curl http://127.0.0.1:4000/api/teams/${team.teamId}/tasks`);
  expect(screen).toContain(`Bearer ${team.apiKey}`);
  expect(screen).toContain(team.projectId);
  expect(screen).toContain(owner.password);
});

test('a later start shows where the key goes and how to get one', () => {
  const screen = renderScreen({ ...facts, firstStart: undefined });
  expect(screen).toContain('Bearer $CREWBOARD_KEY');
  expect(screen).toContain('key create TEAM_ID');
});

test('it says which receivers webhooks may reach besides public ones', () => {
  const screenWith = (env: NodeJS.ProcessEnv) =>
    renderScreen({ ...facts, settings: readSettings(env), firstStart: undefined });
  const external = { DATABASE_URL: 'postgresql://db/crewboard' };
  expect(screenWith({})).toMatch(/Webhooks.*may also reach this machine \(127\.0\.0\.0\/8, ::1\)/);
  expect(screenWith({ ...external, WEBHOOK_ALLOW: 'hooks.internal' })).toContain(
    'may also reach hooks.internal',
  );
  expect(screenWith(external)).not.toContain('Webhooks');
  expect(screenWith({ WEBHOOK_ALLOW: '' })).not.toContain('Webhooks');
  expect(() => readSettings({ WEBHOOK_DELIVERY: 'cloud' })).toThrow(/must be api or worker/);
});

test('it says when other machines can reach it, and when the data lies elsewhere', () => {
  const settings = readSettings({ HOST: '0.0.0.0' });
  const screen = renderScreen({
    settings,
    dataDir: '/var/lib/crewboard',
    movedFrom: '/root/x/.data',
    firstStart,
  });
  expect(screen).toContain('http://127.0.0.1:3000');
  expect(screen).toContain('HOST=0.0.0.0');
  expect(screen).toContain('not /root/x/.data');
});
