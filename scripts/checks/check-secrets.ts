import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';
import { tokenKind } from '../../apps/api/src/auth/tokens.ts';
import { listFiles } from './list-files.ts';
import { examples } from './secret-examples.ts';

// Fails when a file of the repository, committed or not, contains a secret: keys and tokens of the services that
// secretlint knows, and those of Crewboard. Prints the place, never the value.

type Found = { place: string; kind: string; value: string };

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: recommended }];
const ownToken = /cb_(?:agent|team)_[0-9A-Za-z]{36}/g;
/** The secret of a webhook: 24 bytes or more in base64. */
const webhookSecret = /whsec_[0-9A-Za-z+/]{32}[0-9A-Za-z+/=]*/g;

/** Finds the Crewboard secrets in a text. Tokens with a wrong checksum are invalid, and therefore allowed. */
function ownSecrets(text: string): { kind: string; value: string; index: number }[] {
  const tokens = [...text.matchAll(ownToken)].filter(([token]) => tokenKind(token));
  return [
    ...tokens.map(({ 0: value, index }) => ({ kind: 'token of Crewboard', value, index })),
    ...[...text.matchAll(webhookSecret)].map(({ 0: value, index }) => ({
      kind: 'secret of a webhook',
      value,
      index,
    })),
  ];
}

async function findSecrets(file: string, text: string): Promise<Found[]> {
  const ext = path.extname(file);
  const { messages } = await lintSource({
    source: { filePath: file, content: text, ext, contentType: 'text' },
    options: { config: { rules } },
  });
  const known = messages.map(({ message, range: [start, end] }) => ({
    kind: message.split(':')[0] ?? '',
    value: text.slice(start, end),
    index: start,
  }));
  return [...known, ...ownSecrets(text)].map(({ kind, value, index }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    kind,
    value,
  }));
}

let count = 0;
for (const file of listFiles()) {
  const bytes = readFileSync(file);
  if (bytes.includes(0)) continue;
  for (const { place, kind, value } of await findSecrets(file, bytes.toString('utf8'))) {
    if (examples.some((example) => value.includes(example.value))) continue;
    count += 1;
    console.log(`${place} ${kind}`);
  }
}
if (count > 0) {
  console.log('\nRemove and revoke each secret. List invalid examples in scripts/checks/secret-examples.ts.');
  process.exit(1);
}
