import { errorCatalog, errorsOf, inWords, readOnlyTaskFields } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { toolWording } from './tool-wording.ts';
import { toolsByCaller } from './tools.ts';

/** Terms of REST, which the caller of a tool does not know. */
const ofRest =
  /\/api\/|\b(GET|POST|PATCH|PUT|DELETE)\b|\bX-[A-Z]|Retry-After|Idempotency|If-Match|RateLimit|header|route|\bpath\b/;

/** Errors that occur before the protocol, or with Idempotency-Keys and versions, which only REST has. */
const neverOfTools = [
  'UNAUTHENTICATED',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
];

const tools = [...new Map([...toolsByCaller.agent, ...toolsByCaller.key])];

it.each(tools)('the remedies of all errors of %s are in terms of tools', (_, { operation }) => {
  for (const code of errorsOf(operation)) {
    // The error of an invalid input has no remedy: its detail says what each field must be.
    if (code === 'VALIDATION_ERROR' || neverOfTools.includes(code)) continue;
    expect(inWords(errorCatalog[code].remedy, toolWording), code).not.toMatch(ofRest);
  }
});

it('the error for a field that updates cannot write names the tool that writes it', () => {
  for (const [field, message] of readOnlyTaskFields) {
    const [name = ''] = inWords(message, toolWording).match(/\w+_task/) ?? [];
    expect(toolsByCaller.agent.has(name), field).toBe(true);
  }
});
