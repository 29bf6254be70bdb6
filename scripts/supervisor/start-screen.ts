import { join } from 'node:path';
import { adminCommandFor } from '../../packages/db/src/embedded/data-location.mjs';
import { bold, cyan, dim, green, yellow } from '../setup/terminal.mjs';
import type { FirstStart, Owner, Team } from './first-start.ts';
import type { Settings } from './settings.mjs';
import { renderBlockedWebhooks, renderHold, type WebhookChecks } from './webhook-checks.ts';

type Facts = WebhookChecks & {
  settings: Settings;
  dataDir: string;
  movedFrom: string | undefined;
  firstStart: FirstStart | undefined;
};

/** Renders the text for the terminal once all services are ready. Fits into 80 columns with default settings. */
export function renderScreen(facts: Facts): string {
  const { settings, dataDir, firstStart } = facts;
  return renderSections([
    [`${green('●')} ${bold('Crewboard is running')}`],
    renderAddresses(settings),
    firstStart?.owner ? [...renderSignIn(firstStart.owner), ...renderReset(firstStart.owner)] : [],
    firstStart?.ownerEmail ? renderLaterSignIn(firstStart.ownerEmail) : [],
    firstStart?.team ? renderTeam(firstStart.team) : [],
    renderFirstTask(settings, firstStart?.team),
    renderHold(facts.held),
    renderBlockedWebhooks(facts.blocked),
    renderPlaces(facts),
  ]).replaceAll(ADMIN, () => adminCommandFor(settings.isDataDirSet ? dataDir : undefined));
}

const ADMIN = adminCommandFor(undefined);

/** The same for `pnpm dev`. There is no `owner` with an external database. */
export function renderDevelopmentScreen(
  facts: Pick<Facts, 'settings' | 'dataDir'> & { owner?: Owner },
): string {
  return renderSections([
    [`${green('●')} ${bold('Crewboard is running')} ${dim('from its sources')}`],
    renderAddresses(facts.settings),
    facts.owner ? renderSignIn(facts.owner) : [],
    renderPlaces(facts),
  ]);
}

function renderSections(sections: string[][]): string {
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => ['', ...section]);
  return [...lines, ''].map((line) => (line ? `  ${line}` : '')).join('\n');
}

const row = (label: string, value: string) => `${dim(label.padEnd(12))}${value}`;

function renderAddresses({ host, apiUrl, webUrl }: Settings): string[] {
  const isPublic = host === '0.0.0.0' || host === '::';
  return [
    row('Board', cyan(webUrl)),
    row('API', cyan(apiUrl)),
    row('Docs', cyan(`${apiUrl}/docs`)),
    row('For agents', cyan(`${apiUrl}/llms.txt`)),
    ...(isPublic ? [row('', yellow(`Open to other machines: HOST=${host}`))] : []),
  ];
}

function renderSignIn({ email, password }: Owner): string[] {
  return [bold('Sign in'), row('E-mail', email), row('Password', yellow(password))];
}

function renderReset({ email }: Owner): string[] {
  return [
    dim('This password is shown only once. To reset it, run'),
    dim(`npm run -s admin -- user reset-password ${email}`),
  ];
}

const renderLaterSignIn = (email: string): string[] => [
  bold('Sign in'),
  row('E-mail', email),
  dim('with its password. To reset that, run'),
  dim(`npm run -s admin -- user reset-password ${email}`),
];

function renderTeam({ teamId, projectId, apiKey }: Team): string[] {
  return [
    bold('Demo team'),
    row('Team', teamId),
    row('Project', projectId),
    row('API key', yellow(apiKey)),
    dim('This key is shown only once. To create another, run'),
    dim(`npm run -s admin -- key create ${teamId} --name NAME`),
  ];
}

function renderFirstTask({ apiUrl }: Settings, team: Team | undefined): string[] {
  const { teamId, projectId } = team ?? { teamId: 'TEAM_ID', projectId: 'PROJECT_ID' };
  const key = team?.apiKey ?? '$CREWBOARD_KEY';
  return [
    bold('Create a task'),
    `curl ${apiUrl}/api/teams/${teamId}/tasks \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"title":"Say hello","projectId":"${projectId}"}'`,
    ...(team ? [] : ID_AND_KEY_COMMANDS),
  ];
}

const ID_AND_KEY_COMMANDS = [
  row('Teams', dim('npm run -s admin -- team list')),
  row('A new key', dim('npm run -s admin -- key create TEAM_ID --name NAME')),
  row('An account', dim('npm run -s admin -- user create EMAIL --team TEAM_ID --role owner')),
];

function renderPlaces({
  settings,
  dataDir,
  movedFrom,
}: Pick<Facts, 'settings' | 'dataDir'> & Partial<Facts>): string[] {
  const reason = `not ${movedFrom}, which the database user may not access`;
  return [
    row('Data', dataDir),
    ...(movedFrom ? [row('', dim(reason))] : []),
    row('Logs', join(dataDir, 'logs')),
    ...(settings.backups
      ? [row('Backups', `${settings.backups.folder}, every ${settings.backups.every}`)]
      : []),
    ...(settings.webhookAllow ? [row('Webhooks', dim(`may also reach ${settings.webhookAllow}`))] : []),
    row('Stop', 'Ctrl-C'),
  ];
}
