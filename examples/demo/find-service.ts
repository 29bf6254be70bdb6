import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolveDataLocation } from '@crewboard/db/data-location';

const PROJECT_ROOT = resolve(import.meta.dirname, '../..');
const DAY_MS = 86_400_000;

export interface Service {
  apiUrl: string;
  apiKey: string;
  webUrl: string | null;
  /** Whether the service runs on this machine and can call a receiver here. */
  isLocal: boolean;
  /** Allows the webhooks of the team to reach this destination; absent without operator access. */
  saveAllowRule?: (destination: string) => Promise<void>;
  deleteAllowRule?: (destination: string) => Promise<void>;
  /** Revokes the API key that was created for the demo. */
  cleanUp: () => Promise<void>;
}

/** The demo cannot start. The message says what to do, and is printed without a stack. */
export class StartError extends Error {}
/** Something that the demo created could not be removed. The message says what, and how to remove it. */
export class CleanUpError extends Error {}

/**
 * The service of CREWBOARD_URL, or the one that runs on this machine, for which the demo creates an API key. Throws a
 * StartError without a service.
 */
export async function findService(): Promise<Service> {
  const { CREWBOARD_URL, CREWBOARD_KEY } = process.env;
  if (!CREWBOARD_URL && !CREWBOARD_KEY) return localService();
  if (!CREWBOARD_URL || !CREWBOARD_KEY) {
    throw new StartError('Set both CREWBOARD_URL and CREWBOARD_KEY, or neither.');
  }
  const apiUrl = CREWBOARD_URL.replace(/(?<!\/)\/+$/, '');
  if (!(await isReachable(apiUrl))) throw new StartError(`No service responds at ${apiUrl} (CREWBOARD_URL).`);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(apiUrl).hostname);
  return { apiUrl, apiKey: CREWBOARD_KEY, webUrl: null, isLocal, cleanUp: async () => {} };
}

async function localService(): Promise<Service> {
  const running = await runningService();
  if (!running)
    throw new StartError('Crewboard is not running. Start it with `npm start`, then run the demo again.');
  const teamId = process.env.CREWBOARD_TEAM || (await firstTeam());
  const expires = new Date(Date.now() + DAY_MS).toISOString();
  const key = await admin<{ id: string; apiKey: string }>(
    ...['key', 'create', teamId, '--name', 'demo', '--expires', expires],
  );
  const cleanUp = async () => {
    await admin('key', 'revoke', key.id).catch(() => {
      throw new CleanUpError(
        `The API key "demo" (${key.id}) could not be revoked; it expires at ${expires}.`,
      );
    });
  };
  const saveAllowRule = async (destination: string) => {
    await admin('webhook-allow', teamId, destination, '--expires', expires);
  };
  const deleteAllowRule = async (destination: string) => {
    await admin('webhook-allow', teamId, destination, '--remove').catch(() => {
      const command = `npm run -s admin -- webhook-allow ${teamId} ${destination} --remove`;
      throw new CleanUpError(
        `Webhooks of the team may still reach ${destination}. Remove the rule: ${command}`,
      );
    });
  };
  const { apiKey } = key;
  return { ...running, apiKey, isLocal: true, saveAllowRule, deleteAllowRule, cleanUp };
}

async function runningService(): Promise<{ apiUrl: string; webUrl: string | null } | null> {
  const { dataDir } = resolveDataLocation(PROJECT_ROOT);
  const { apiUrl, webUrl } = readRuntime(dataDir);
  return apiUrl && (await isReachable(apiUrl)) ? { apiUrl, webUrl: webUrl ?? null } : null;
}

function readRuntime(folder: string): { apiUrl?: string; webUrl?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'runtime.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** Whether anything responds at the URL: an error response is enough. */
async function isReachable(apiUrl: string): Promise<boolean> {
  try {
    await fetch(`${apiUrl}/api/me`, { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

async function firstTeam(): Promise<string> {
  const { teams } = await admin<{ teams: { id: string }[] }>('team', 'list');
  const [team] = teams;
  if (!team)
    throw new StartError('There is no team yet. Create one: `npm run -s admin -- team create NAME`.');
  return team.id;
}

async function admin<T>(...command: string[]): Promise<T> {
  const script = join(PROJECT_ROOT, 'apps/api/src/cli/admin.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...command, '--json'], {
      cwd: PROJECT_ROOT,
    });
    return JSON.parse(stdout);
  } catch (error) {
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
    throw new StartError(`\`admin ${command.slice(0, 2).join(' ')}\` failed: ${stderr.trim() || message}`);
  }
}
