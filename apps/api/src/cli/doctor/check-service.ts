import { build } from '@crewboard/build-info';
import type { ServiceStatus } from '@crewboard/contracts';
import { failure, ok, type Result, warning } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

const timeoutMs = 3_000;

/** Checks that `npm start` runs, and that its API is ready and has this version. */
export async function checkService(surroundings: Surroundings): Promise<Result> {
  const { service, endedPid, isEmbedded, dataDir } = surroundings;
  if (!service?.apiUrl) return describeAbsence({ endedPid, isEmbedded, dataDir });
  const running = `npm start runs (process ${service.pid})`;
  if (!service.databaseUrl) {
    return warning(`${running} and has no database yet.`, 'Wait until its terminal says that it is running.');
  }
  const seeLog = `Look at ${dataDir}/logs/api.log and at the terminal of npm start.`;
  let status: ServiceStatus;
  try {
    const response = await fetch(`${service.apiUrl}/readyz?for=writes`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = (await response.json()) as ServiceStatus;
  } catch {
    return failure(
      `${running}, but its API at ${service.apiUrl} did not respond within ${timeoutMs / 1000} s.`,
      seeLog,
    );
  }
  // Each check is true while all is well, except `draining`.
  const failed = Object.entries({ ...status.checks, draining: !status.checks.draining })
    .filter(([, passes]) => !passes)
    .map(([name]) => name);
  if (failed.length > 0) {
    return failure(`${running}, but its API is not ready: ${failed.join(', ')}.`, seeLog);
  }
  if (status.version !== build.version || status.commit !== build.commit) {
    const theirs = `${status.version} (${status.commit ?? 'unknown commit'})`;
    return warning(`${running} with version ${theirs}, not that of this program.`, 'Restart npm start.');
  }
  return ok(`${running}; its API at ${service.apiUrl} is ready`);
}

type Absence = Pick<Surroundings, 'endedPid' | 'isEmbedded' | 'dataDir'>;

function describeAbsence({ endedPid, isEmbedded, dataDir }: Absence): Result {
  if (endedPid && isEmbedded) {
    return failure(
      `The npm start of ${dataDir} (process ${endedPid}) was killed.`,
      'Run npm start: it stops what was left running, and continues with the data.',
    );
  }
  if (isEmbedded && dataDir) {
    return failure(
      `npm start does not run on ${dataDir}.`,
      'Run npm start, or set DATABASE_URL and the other settings of the processes to check those.',
    );
  }
  return ok('The settings are those of this environment; no npm start runs with them');
}
