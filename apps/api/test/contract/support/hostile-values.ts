import fc from 'fast-check';

const hostileText = fc.constantFrom(
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  '🦊',
  '',
  ' ',
  '%00',
  '../',
  `' or 1=1--`,
);
const word = fc.oneof(
  fc.constantFrom('todo', 'in_progress', 'done', 'cancelled', 'low', 'normal', 'high', 'active', 'inactive'),
  fc.constantFrom('TODO', 'null', '0', '5', '100', '101', '1e1', '0x10'),
  fc.constantFrom('http://169.254.169.254/', 'task.completed', 'pending', '2026-11-21T00:00:00Z'),
);
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 600 }),
  hostileText,
  word,
);
/** A number selects one of the ids of the world. */
export const id = fc.nat(20);
const scalar = fc.oneof(text, id, fc.double(), fc.boolean(), fc.constant(null));
export const field = fc.constantFrom(
  ...['title', 'description', 'projectId', 'assignedAgentId', 'priority', 'status', 'result', 'name'],
  ...['taskId', 'teamId', 'agentId', 'id', 'limit', 'cursor', 'constructor', 'unknownField'],
  ...['url', 'eventTypes', 'enabled', 'since', 'type', 'webhookId'],
  ...['leaseSeconds', 'attempt', 'reason', 'wait', 'complete', 'maxAttempts'],
);
const fields = fc.dictionary(
  fc.oneof({ arbitrary: field, weight: 5 }, { arbitrary: text, weight: 1 }),
  scalar,
  {
    maxKeys: 6,
  },
);
export const body = fc.oneof(
  { arbitrary: fc.record({ sample: fc.constant(true), more: fc.constant({}) }), weight: 5 },
  { arbitrary: fc.record({ sample: fc.constant(true), more: fields }), weight: 3 },
  { arbitrary: fc.record({ sample: fc.constant(false), more: fields }), weight: 3 },
  { arbitrary: fc.record({ raw: fc.json({ maxDepth: 8 }) }), weight: 2 },
  { arbitrary: fc.record({ raw: fc.string({ unit: 'binary' }) }), weight: 1 },
  { arbitrary: fc.record({ bytes: fc.uint8Array({ maxLength: 200 }) }), weight: 1 },
  { arbitrary: fc.constant(undefined), weight: 2 },
);
const headerValue = fc.string({ maxLength: 40 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, '').trim());
export const header = fc.tuple(
  fc.constantFrom(
    'Content-Type',
    'Content-Encoding',
    'Accept',
    'If-Match',
    'Idempotency-Key',
    'Cookie',
    'Origin',
    'Host',
    'X-Request-Id',
    'X-Forwarded-For',
    'Range',
    'Expect',
    'Authorization',
    'X-HTTP-Method-Override',
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom('application/json', 'text/plain', 'gzip', '*', 'DELETE', '100-continue'),
  ),
);
