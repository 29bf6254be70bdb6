import { styleText } from 'node:util';
import type { AttackRow, Latency } from './attack-row.ts';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const ms = (value: number) => `${Math.round(value)} ms`;
const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([label, count]) => `${label}: ${count.toLocaleString('en')}`)
    .join(', ');

const rate = ({ attack }: AttackRow) => `${attack.perSecond}/s for ${attack.seconds} s`;
const failed = ({ failed, count, failures }: Latency) =>
  failed === 0 ? `0 of ${count}` : `${failed} of ${count} (${listed(failures)})`;

/** One attack, as lines for a terminal. */
export function renderAttack(row: AttackRow): string {
  const { attack, alone, during, heap, rss, databaseGrowth, logGrowth, counts, broken } = row;
  const mark = broken.length === 0 ? styleText('green', '✓') : styleText('red', '✗');
  return [
    `${mark} ${attack.name}: ${attack.sends}; ${rate(row)}`,
    `    victim    alone p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}, not 2xx ${failed(alone)}`,
    `              now   p50 ${ms(during.p50)}, p99 ${ms(during.p99)}, not 2xx ${failed(during)}`,
    `    memory    heap ${megabytes(heap.before)} → ${megabytes(heap.after)}; ` +
      `RSS ${megabytes(rss.before)} → ${megabytes(rss.after)}, at most ${megabytes(rss.peak)}`,
    `    growth    database ${megabytes(databaseGrowth)}, logs ${megabytes(logGrowth)}`,
    `    attacker  ${listed(counts)}`,
    ...(broken.length > 0 ? [`    NOT       ${broken.join('; ')}`] : []),
    '',
  ].join('\n');
}

const heads = [
  ['Attack', 'Victim alone: p50, p99', 'During: p50, p99, not 2xx', 'Heap before → after'],
  ['RSS before → peak → after', 'Database', 'Logs', 'What the attacker got'],
].flat();

/** All of them as a table of Markdown. */
export function renderMarkdown(rows: AttackRow[]): string {
  const lines = rows.map((row) => {
    const { attack, alone, during, heap, rss, databaseGrowth, logGrowth, counts, broken } = row;
    return [
      `**${attack.name}**: ${attack.sends}; ${rate(row)}`,
      `${ms(alone.p50)}, ${ms(alone.p99)}`,
      `${ms(during.p50)}, ${ms(during.p99)}, ${failed(during)}`,
      `${megabytes(heap.before)} → ${megabytes(heap.after)}`,
      `${megabytes(rss.before)} → ${megabytes(rss.peak)} → ${megabytes(rss.after)}`,
      megabytes(databaseGrowth),
      megabytes(logGrowth),
      `${listed(counts)}${broken.length > 0 ? `. **Not: ${broken.join('; ')}**` : ''}`,
    ];
  });
  const all = [heads, heads.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
