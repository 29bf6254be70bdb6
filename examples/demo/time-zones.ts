import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

interface TimeZoneRow {
  timeZone: string;
  countryCode: string;
  country: string;
  latitude: number;
  longitude: number;
  comment?: string;
}

/** The rows of data/time-zones.csv. */
export function readTimeZones(): TimeZoneRow[] {
  const csv = readFileSync(new URL('../data/time-zones.csv', import.meta.url));
  const records = parse<Record<string, string>>(csv, { columns: true });
  return records.map((record) => ({
    timeZone: record.time_zone ?? '',
    countryCode: record.country_code ?? '',
    country: record.country ?? '',
    latitude: Number(record.latitude),
    longitude: Number(record.longitude),
    comment: record.comment || undefined,
  }));
}

export function asTask(row: TimeZoneRow): { title: string; description: string } {
  return {
    title: `When do the clocks change in ${row.timeZone}?`,
    description: JSON.stringify(row, null, 2),
  };
}

/** The row that `asTask` wrote into the description of a task. */
export function rowOfTask(task: { description: string | null }): TimeZoneRow {
  return JSON.parse(task.description ?? 'null');
}
