import type { Database } from '@crewboard/db';
import type { CreateWebhookInput } from '@crewboard/sdk';
import { createTeamClient, type TeamClient } from '../fixtures/team-client.ts';
import type { RunningService } from '../service/start-service.ts';

type SeededWebhooks = { id: string };

const ENDPOINTS: (CreateWebhookInput & { health: string })[] = [
  {
    url: 'https://hooks.example.com/crewboard',
    description: 'Tells the customers what has shipped',
    eventTypes: ['task.completed'],
    health: `last_success_at = now() - interval '4 minutes'`,
  },
  {
    url: 'https://automation.example.org/webhook/8f14e45f-ceea-467f-9575-2f1b0d3a6c11/crewboard?source=northwind',
    description: 'Starts the nightly reports',
    eventTypes: ['agent.created', 'agent.deactivated', 'project.created'],
    health: `last_success_at = now() - interval '3 days', failures_in_row = 7,
      last_failure_at = now() - interval '40 minutes', failing_since = now() - interval '26 hours'`,
  },
  {
    url: 'http://10.20.30.40:8080/in',
    description: null,
    eventTypes: ['*'],
    health: `enabled = false, disabled_reason = 'switched_off', disabled_at = now() - interval '9 days',
      last_success_at = now() - interval '9 days', subscribed_since = null`,
  },
];

/** Creates three endpoints in different states; returns the healthy one. */
export async function seedWebhooks(
  db: Database,
  client: TeamClient,
  teamId: string,
): Promise<SeededWebhooks> {
  const created = [];
  for (const { health, url, ...fields } of ENDPOINTS) {
    // Written to the database, as if allowed by the operator: the API rejects addresses that are not public.
    const body = { ...fields, url: url.startsWith('https') ? url : 'https://allowed.example.com' };
    const webhook = await client.webhooks.create({ teamId, ...body });
    await db.pool.query(`update webhooks set ${health}, url = $2 where id = $1`, [webhook.id, url]);
    created.push(webhook);
  }
  return created[0] as SeededWebhooks;
}

/** Creates an endpoint that the service has disabled; returns it. */
export async function seedStopped(
  { apiUrl }: RunningService,
  db: Database,
  team: { teamId: string; projectId: string; apiKey: string },
): Promise<SeededWebhooks> {
  const client = createTeamClient(apiUrl, team.apiKey, team);
  const webhook = await client.webhooks.create({
    teamId: team.teamId,
    url: 'https://hooks.example.com/crewboard',
    description: 'Tells the customers what has shipped',
  });
  await db.pool.query(
    `update webhooks set enabled = false, disabled_reason = 'gone', disabled_at = now() - interval '50 minutes',
       subscribed_since = null, last_success_at = now() - interval '2 days', failures_in_row = 1,
       last_failure_at = now() - interval '50 minutes', failing_since = now() - interval '50 minutes'
     where id = $1`,
    [webhook.id],
  );
  return webhook;
}
