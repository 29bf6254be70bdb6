// Writes the CSV to standard output:
//   node_modules/.bin/node examples/data/make-time-zones.ts > examples/data/time-zones.csv
import { readFileSync } from 'node:fs';

const SOURCE = '/usr/share/zoneinfo';

function tabSeparated(file: string): string[][] {
  const lines = readFileSync(`${SOURCE}/${file}`, 'utf8').split('\n');
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
}

/** "+4723" or "-0338" or "+512830": sign, degrees, minutes, and sometimes seconds. */
function decimalDegrees(text: string): string {
  const [, sign, degrees, minutes, seconds] = /^([+-])(\d{2,3})(\d\d)(\d\d)?$/.exec(text) ?? [];
  if (!degrees) throw new Error(`Not a coordinate: ${text}`);
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds ?? 0) / 3600;
  return (sign === '-' ? -value : value).toFixed(4);
}

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const countries = new Map(tabSeparated('iso3166.tab').map(([code, name]) => [code, name]));
const rows = tabSeparated('zone.tab').map(([code = '', coordinates = '', timeZone = '', comment = '']) => {
  const [, latitude = '', longitude = ''] = /^([+-]\d+)([+-]\d+)$/.exec(coordinates) ?? [];
  const country = countries.get(code) ?? '';
  return [timeZone, code, country, decimalDegrees(latitude), decimalDegrees(longitude), comment];
});
rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));

console.log('time_zone,country_code,country,latitude,longitude,comment');
for (const row of rows) console.log(row.map(quoted).join(','));
