import { errorCatalog, errorsOf, inWords, readOnlyTaskFields } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { toolWording } from './tool-wording.ts';
import { toolsByCaller } from './tools.ts';

/** What the caller of a tool does not know. */
const ofRest =
  /\/api\/|\b(GET|POST|PATCH|PUT|DELETE)\b|\bX-[A-Z]|Retry-After|Idempotency|If-Match|RateLimit|header|route|\bpath\b/;

/** Errors before the protocol, and those of keys and versions that only REST has. */
const neverOfTools = [
  'UNAUTHENTICATED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
];

const tools = [...new Map([...toolsByCaller.agent, ...toolsByCaller.key])];

it.each(tools)('what to do after each error of %s is in words of tools', (_, { operation }) => {
  for (const code of errorsOf(operation)) {
    // Without the catalog's remedy: its detail says what each field must be.
    if (code === 'VALIDATION_ERROR' || neverOfTools.includes(code)) continue;
    expect(inWords(errorCatalog[code].remedy, toolWording), code).not.toMatch(ofRest);
  }
});

it('a field that an update cannot write names the tool that does', () => {
  for (const [field, message] of readOnlyTaskFields) {
    const [name = ''] = inWords(message, toolWording).match(/\w+_task/) ?? [];
    expect(toolsByCaller.agent.has(name), field).toBe(true);
  }
});
