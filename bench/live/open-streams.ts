import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, LiveEvents } from '@crewboard/contracts';
import { RestClient } from '../../e2e/fixtures/rest-client.ts';

type Target = { apiUrl: string; teamId: string; projectId: string; apiKey: string; count: number };

const CHANGES = 20;

/** Opens many streams over REST and reports the memory of each in the API, and the delay of a change. */
export async function openStreams(target: Target): Promise<{ perStreamKiB: number; delays: number[] }> {
  const { apiUrl, teamId, apiKey, count } = target;
  const before = memoryOf(apiUrl);
  const delays: number[] = [];
  const closing = new AbortController();
  const streams = [];
  for (let opened = 0; opened < count; opened += 1) {
    const response = await fetch(`${apiUrl}/api/teams/${teamId}/events`, {
      headers: { Authorization: `Bearer ${apiKey}`, Accept: 'text/event-stream' },
      signal: closing.signal,
    });
    streams.push(listen(response, delays));
  }
  const perStreamKiB = (memoryOf(apiUrl) - before) / count;

  const client = new RestClient(apiUrl, apiKey, target);
  for (let change = 0; change < CHANGES; change += 1) {
    await client.createTask({ title: `For all ${change}` });
    await sleep(200);
  }
  await sleep(2_000);
  closing.abort();
  await Promise.allSettled(streams);
  if (delays.length !== CHANGES * count) {
    throw new Error(`${delays.length} of ${CHANGES * count} events were heard`);
  }
  return { perStreamKiB, delays };
}

type WebTarget = { webUrl: string; teamId: string; cookie: string; count: number };

/** Opens the streams of boards through the web server. The returned function closes them and reports the delays. */
export async function openWebStreams({ webUrl, teamId, cookie, count }: WebTarget) {
  const input = encodeURIComponent(JSON.stringify({ teamId }));
  const delays: number[] = [];
  const closing = new AbortController();
  for (let opened = 0; opened < count; opened += 1) {
    const response = await fetch(`${webUrl}/api/trpc/events.follow?team=${teamId}&input=${input}`, {
      headers: { Cookie: cookie, Accept: 'text/event-stream', 'Sec-Fetch-Site': 'same-origin' },
      signal: closing.signal,
    });
    listenToBoard(response, delays).catch((error) => {
      // A stream that breaks before it is closed fails the run: its missing delays would improve the figures.
      if (!closing.signal.aborted) throw error;
    });
  }
  return {
    close(): number[] {
      closing.abort();
      return delays;
    },
  };
}

async function listenToBoard(response: Response, delays: number[]): Promise<void> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const messages = (text + chunk).split('\n\n');
    text = messages.pop() ?? '';
    const now = Date.now();
    for (const message of messages) {
      const data = /^data: (\{"events".+)$/m.exec(message)?.[1];
      if (!data) continue;
      for (const { createdAt } of (JSON.parse(data) as LiveEvents).events)
        delays.push(now - Date.parse(createdAt));
    }
  }
}

async function listen(response: Response, delays: number[]): Promise<void> {
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const now = Date.now();
    for (const [, data] of chunk.matchAll(/^data: (.+)$/gm)) {
      delays.push(now - Date.parse((JSON.parse(data ?? '') as Event).createdAt));
    }
  }
}

/** KiB of memory of the process that listens there. */
function memoryOf(apiUrl: string): number {
  const { port } = new URL(apiUrl);
  const pid = execFileSync('sh', ['-c', `ss -ltnpH 'sport = :${port}' | grep -o 'pid=[0-9]*' | head -1`])
    .toString()
    .trim()
    .replace('pid=', '');
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', pid]).toString());
}
