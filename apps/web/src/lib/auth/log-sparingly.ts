const INTERVAL_MS = 60_000;
const MAX_CODES = 100;

const logged = new Map<string, { at: number; omitted: number }>();

/** Logs an error of next-auth, at most once a minute for each code: a caller can cause as many as they like. */
export function logSparingly(code: string, metadata: unknown, now = Date.now()): void {
  const last = logged.get(code);
  if (last && now - last.at < INTERVAL_MS) {
    last.omitted += 1;
    return;
  }
  if (!last && logged.size >= MAX_CODES) return;
  logged.set(code, { at: now, omitted: 0 });
  const cause = metadata instanceof Error ? metadata.message : (metadata as { message?: string })?.message;
  console.error(`[next-auth] ${code}: ${cause ?? ''} (${last?.omitted ?? 0} more since the last line)`);
}
