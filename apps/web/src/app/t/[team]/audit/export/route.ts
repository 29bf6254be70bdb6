import type { AppRouter } from '@crewboard/api/router';
import { signWebToken } from '@crewboard/app-secret';
import { TRPCClientError } from '@trpc/client';
import { exportFormats, isExportFormat } from '#features/audit/export/export-format.ts';
import { streamEvents } from '#features/audit/export/stream-events.ts';
import { waitForLimit } from '#features/audit/export/wait-for-limit.ts';
import { parseAuditFilters, toApiFilter } from '#features/audit/filters/audit-filters.ts';
import { readSession } from '#lib/auth/read-session.ts';
import { toClaims } from '#lib/auth/to-claims.ts';
import { readEnv } from '#lib/env.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { createApiClient } from '#lib/trpc/api-client.ts';
import { isSameOrigin } from '#lib/trpc/same-origin.ts';

/** An event can have over 200 KB: a page of the largest events must fit into memory and into the timeout of a call. */
const PAGE_LENGTH = 250;

interface RouteContext {
  params: Promise<{ team: string }>;
}

/** Downloads every event under the filters of the audit page, as a file in the format of the URL. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  if (!isSameOrigin(request)) return reject(403, 'Only pages of this server may ask for an export.');
  const search = new URL(request.url).searchParams;
  const formatName = search.get('format') ?? '';
  if (!isExportFormat(formatName)) return reject(400, 'The format must be csv or jsonl.');

  const { team: teamId } = await params;
  const claims = toClaims(await readSession(), teamId);
  if (!claims) return reject(401, 'Sign in first.');

  const now = new Date();
  const filter = toApiFilter(parseAuditFilters(search), now);
  // A token is valid for a minute, and a long export takes longer: request each page with a new one.
  const readPage = async (cursor: string | null) => {
    const api = createApiClient(await signWebToken(readEnv().appSecret, claims));
    return api.events.audit.query({ ...filter, teamId, limit: PAGE_LENGTH, cursor });
  };

  try {
    const format = exportFormats[formatName];
    // Read the first page before the response starts, so that an error sets its status.
    const first = await readPage(null);
    return new Response(
      streamEvents(first, (cursor) => waitForLimit(() => readPage(cursor), request.signal), format),
      {
        headers: {
          'Content-Type': format.mediaType,
          'Content-Disposition': `attachment; filename="crewboard-audit-${now.toISOString().slice(0, 10)}.${formatName}"`,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      },
    );
  } catch (error) {
    const { title, detail } = toDisplayedProblem(error);
    return reject(statusOf(error), `${title}. ${detail}`);
  }
}

/** The status with which the API responded; 503 if it cannot be reached. */
function statusOf(error: unknown): number {
  const data = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null;
  return data?.httpStatus ?? 503;
}

function reject(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
