import { createClient } from '@crewboard/sdk';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { firstEventId } from '../../sdk/test/support/first-event.ts';
import { startCli } from './support/run-cli.ts';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

it('prints an event in one line, or as JSON', async () => {
  const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.team.apiKey };
  await api().createTask(world.team);
  const client = createClient({ url: api().url, token: world.team.apiKey });
  const after = await firstEventId(client, 'task.created');
  const watches = [[], ['--json']].map((more) => startCli(['watch', '--after', after, ...more], { env }));
  await api().createTask(world.team, { title: 'Two lines' });
  await Promise.all(watches.map(({ until }) => until(/task\.created.*\n/)));
  for (const { child } of watches) child.kill('SIGINT');
  const [text, json] = await Promise.all(watches.map(({ ended }) => ended));
  expect(text?.stdout).toMatch(/^\S+Z task\.created Two lines \(.+\) \d+-\d+\n$/);
  expect(JSON.parse(json?.stdout ?? '')).toMatchObject({
    type: 'task.created',
    snapshot: { title: 'Two lines' },
  });
  expect([text?.code, json?.code]).toEqual([0, 0]);
});
