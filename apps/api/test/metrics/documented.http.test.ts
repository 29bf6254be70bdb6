import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Metrics } from '../../src/metrics/metrics.ts';
import { useApi } from '../harness.ts';
import { metricNames } from './support/samples.ts';

const metrics = new Metrics();
useApi({ metrics });

const read = (file: string) => readFile(path.join(import.meta.dirname, '../../../../docs', file), 'utf8');

/** The metrics that a text names: a histogram by its own name. A test of the web has those of the web server. */
const namesIn = (text: string): Set<string> => {
  const found = text.match(/\b(crewboard|nodejs|process)(_[a-z0-9]+)+\b/g) ?? [];
  const names = found.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  return new Set(names.filter((name) => !name.startsWith('crewboard_web_')));
};
const own = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('crewboard_')).sort();

let existing: Set<string>;
let operations: string;
beforeAll(async () => {
  existing = new Set(metricNames(await metrics.render()));
  const text = await read('operations.md');
  operations = text.slice(text.indexOf('## Metrics and traces'), text.indexOf('## Logs'));
});

it('has exactly the metrics of the table in the operations guide', () => {
  const rows = operations.split('\n').filter((line) => line.startsWith('| `') && !/^\| `[A-Z]/.test(line));
  const documented = namesIn(rows.map((row) => row.split('|')[1]).join('\n'));
  expect(own(documented)).toEqual(own(existing));
  expect([...documented].filter((name) => !existing.has(name))).toEqual([]);
});

it('has every metric of the alerts', () => {
  const expressions = [...operations.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression);
  expect(expressions.length).toBeGreaterThan(5);
  expect([...namesIn(expressions.join('\n'))].filter((name) => !existing.has(name))).toEqual([]);
});

it('has an alert for each number that grows until an operator does something', () => {
  const expressions = [...operations.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression);
  const alerting = namesIn(expressions.join('\n'));
  const growing = [
    'crewboard_tasks_held_without_lease',
    'crewboard_attention_tasks',
    'crewboard_table_bytes',
    'crewboard_webhook_deliveries_waiting',
    'crewboard_webhooks_disabled',
    'crewboard_credentials_expiring',
    'crewboard_sign_in_failures_total',
    'crewboard_backup_age_seconds',
    'crewboard_event_log_lag_seconds',
  ];
  expect(growing.filter((name) => !alerting.has(name))).toEqual([]);
});

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(1),
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
});

it('has every metric of the dashboard, which shows all metrics of its own', async () => {
  const { panels } = Dashboard.parse(JSON.parse(await read('grafana/crewboard.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = namesIn(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n'));
  expect([...shown].filter((name) => !existing.has(name))).toEqual([]);
  expect(own(shown)).toEqual(own(existing));
});
