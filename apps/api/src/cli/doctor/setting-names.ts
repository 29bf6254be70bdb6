/**
 * All settings of all programs, for finding misspelt ones. A test compares them with the settings that the programs
 * read.
 */
export const settingNames = `
  API_PORT API_URL APP_SECRET APP_SECRET_PREVIOUS BACKUP_DIR BACKUP_EVERY BACKUP_KEEP DATABASE_OWNER_URL
  DATABASE_POOL_SIZE DATABASE_URL DATA_DIR EVENT_RETENTION_DAYS HOST HOSTNAME INIT_API_KEY INIT_OWNER_EMAIL
  INIT_OWNER_PASSWORD INIT_TEAM INSTALLATION_ID LOG_LEVEL LOG_MAX_MB METRICS_HOST METRICS_PORT METRICS_TOKEN
  NEXTAUTH_URL OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_TRACES_SAMPLER_ARG PORT PUBLIC_API_URL
  PUBLIC_URL RATE_LIMIT_PER_MINUTE SHUTDOWN_DELAY_SECONDS TEAM_CREATION TRUST_PROXY WEBHOOK_ALLOW WEBHOOK_DELIVERY
  WEB_PORT WORKER_METRICS_PORT`
  .trim()
  .split(/\s+/);

/** Shorter names belong to other programs as well. */
const minLength = 6;

/**
 * The setting that a misspelt variable probably means: one or two letters differ, or it has the prefix CREWBOARD_.
 * Undefined for the name of a setting, and for a name that is similar to none.
 */
export function findMeantSetting(name: string): string | undefined {
  const bare = name.replace(/^CREWBOARD_/, '').toUpperCase();
  if (settingNames.includes(name)) return undefined;
  if (settingNames.includes(bare)) return bare;
  if (bare.length < minLength) return undefined;
  const ranked = settingNames
    .filter((setting) => setting.length >= minLength)
    .map((setting) => ({ setting, distance: distanceOf(bare, setting) }))
    .sort((a, b) => a.distance - b.distance);
  const [nearest] = ranked;
  return nearest && nearest.distance <= Math.min(2, Math.floor(bare.length / 4))
    ? nearest.setting
    : undefined;
}

/** The Damerau–Levenshtein distance: letters that are missing, added, replaced, or exchanged with their neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, previous] = [previous, current];
  }
  return previous[b.length] ?? Number.POSITIVE_INFINITY;
}
