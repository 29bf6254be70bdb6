import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { WebMetrics } from './web-metrics.ts';

const read = (file: string) => readFile(path.join(import.meta.dirname, '../../../../../docs', file), 'utf8');

const namesIn = (text: string): string[] => {
  const found = text.match(/\bcrewboard_web(_[a-z]+)+\b/g) ?? [];
  return [...new Set(found.map((name) => name.replace(/_(bucket|sum|count)$/, '')))].sort();
};

it('has exactly the metrics of the operations guide and of the dashboard', async () => {
  const rendered = await new WebMetrics().render();
  const existing = namesIn(rendered.match(/^# TYPE .+/gm)?.join('\n') ?? '');
  expect(existing.length).toBeGreaterThan(3);
  const operations = await read('operations.md');
  expect(namesIn(operations.match(/^\| `crewboard_.+?\|/gm)?.join('\n') ?? '')).toEqual(existing);
  const alerts = namesIn(operations.match(/^ +expr: .+$/gm)?.join('\n') ?? '');
  expect(alerts.filter((name) => !existing.includes(name))).toEqual([]);
  expect(namesIn(await read('grafana/crewboard.json'))).toEqual(existing);
});

it('does not measure the duration of streams, and of responses whose clients have left', async () => {
  const metrics = new WebMetrics();
  for (const [route, status] of [
    ['page', 200],
    ['stream', 200],
    ['call', 'closed'],
  ] as const) {
    metrics.beginRequest();
    metrics.endRequest(route, status, 1);
  }
  metrics.beginRequest();
  const text = await metrics.render();
  expect(text).toContain('crewboard_web_requests_total{route="call",status="closed"} 1');
  expect(text).toContain('crewboard_web_requests_in_flight 1');
  expect(text.match(/^crewboard_web_request_duration_seconds_count.*/gm)).toEqual([
    'crewboard_web_request_duration_seconds_count{route="page"} 1',
  ]);
});
