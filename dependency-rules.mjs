// Which way imports may go. ARCHITECTURE.md draws the picture; this file holds it.

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle has no beginning to read from.', {}, { circular: true }),
    forbid(
      'contracts-know-zod-and-the-enums-alone',
      'Contracts are shared by everything, pages too: of the database they know the values of enums.',
      { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^packages/contracts/src', '/zod/', '^packages/db/src/generated/enums\\.ts$'] },
    ),
    forbid(
      'rules-are-pure',
      'What a call does to a task or a member follows from these, the call and a time. Pages run them, without zod.',
      {
        path: '^packages/contracts/src/(bounds|fields|rules)/',
        pathNot: '\\.test\\.ts$|/testing/',
      },
      {
        pathNot: '^packages/contracts/src/(bounds|fields|rules)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'sdk-stands-alone',
      'It is published: what it needs of the contracts is generated into it.',
      { path: '^packages/sdk/src' },
      { pathNot: ['^packages/sdk/src', '/eventsource-parser/'], dependencyTypesNot: ['core'] },
    ),
    forbid(
      'cli-uses-the-sdk',
      'It is published, and reaches the service as every client does.',
      { path: '^packages/cli/src' },
      { path: '^(apps|packages/(?!cli|sdk))' },
    ),
    forbid(
      'db-knows-no-app',
      'The database package serves the apps.',
      { path: '^packages/db' },
      {
        path: [
          '^apps',
          '^packages/(contracts|app-secret|client-address|graceful-shutdown|stalled-connections)',
        ],
      },
    ),
    forbid(
      'prisma-client-is-for-administration',
      'One file loads Prisma Client; changes of administration get it with their transaction.',
      { pathNot: ['^packages/db/src/(administration\\.ts|generated/|testing/)'] },
      { path: ['/@prisma/', '^packages/db/src/generated/client\\.ts$'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'changes-of-administration-alone-use-it',
      'Tasks, the queue, the log, deliveries and the check of tokens are SQL.',
      {
        path: '^apps/api/src/(?!features/(administration|agents|projects|api-keys|members|invitations|accounts|teams)/)',
      },
      { path: '^apps/api/src/features/administration/' },
    ),
    forbid(
      'api-and-web-are-apart',
      'They run as processes of their own; the web imports the type of the router and nothing else.',
      { path: '^apps/api' },
      { path: '^apps/web' },
    ),
    forbid(
      'web-knows-the-router-type-alone',
      'What the web needs of the API it asks over tRPC.',
      { path: '^apps/web' },
      { path: '^apps/api', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'verbs-know-no-transport',
      'A verb serves every transport: it knows no HTTP, no tRPC, no command line, and is measured from outside.',
      { path: '^apps/api/src/features', pathNot: '\\.test\\.ts$' },
      {
        path: [
          '^apps/api/src/(http|mcp|docs|cli|workers|metrics|tracing|env\\.ts$)',
          '/fastify/',
          '/@trpc/',
          '^apps/api/src/trpc',
        ],
      },
    ),
    forbid(
      'workers-know-no-transport',
      'A worker runs without the API beside it: it knows features and rows, and nothing of requests to the API.',
      { path: '^apps/api/src/workers', pathNot: '\\.test\\.ts$' },
      { path: ['^apps/api/src/(http|docs|cli|trpc|auth)', '/fastify/', '/@trpc/'] },
    ),
    forbid(
      'outbound-stands-alone',
      'What may be called is decided in one place that knows nothing else.',
      { path: '^apps/api/src/outbound' },
      { path: '^apps/api/src/(?!outbound)' },
    ),
    forbid(
      'features-are-apart',
      'A feature takes from another the recording, counting, erasing and following of events, the keeping of responses, the shared paths of changes, who acts next on a task, and the rows that it shows; nothing else.',
      { path: '^apps/api/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^apps/api/src/features/([^/]+)/',
        pathNot: [
          '^apps/api/src/features/$1/',
          'features/events/(erased-content|record-event|lock-subject|field-sets|task-texts|uncounted|subscription)\\.ts$',
          'features/idempotency/keep-response\\.ts$',
          'features/tasks/find-task\\.ts$',
          'features/tasks/change/change-task\\.ts$',
          'features/tasks/next/',
          'features/administration/',
          'features/accounts/change-account\\.ts$',
          'features/api-keys/create-api-key\\.ts$',
          'features/invitations/open-invitations\\.ts$',
          'features/members/remove-from-team\\.ts$',
          '-row\\.ts$',
        ],
      },
    ),
    forbid(
      'trpc-knows-no-http',
      'http → trpc → features → db.',
      { path: '^apps/api/src/trpc' },
      { path: ['^apps/api/src/(http|mcp|docs|cli)', '/fastify/'] },
    ),
    forbid(
      'http-knows-no-mcp',
      'mcp → http.',
      { path: '^apps/api/src/http' },
      { path: '^apps/api/src/(mcp|docs|cli|workers)/' },
    ),
    forbid(
      'features-stand-on-these',
      'Credentials, batches and limits know nothing of what they serve.',
      { path: '^apps/api/src/(auth|batching|limits)/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/(features|trpc|http|mcp|workers|docs|cli)/' },
    ),
    forbid(
      'web-features-are-apart',
      'Pages compose features; features do not import each other.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: ['^apps/web/src/features/', '^apps/web/src/app/'], pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'web-goes-down',
      'app → features → domain → components, lib.',
      { path: '^apps/web/src/(components|lib)/' },
      { path: '^apps/web/src/(app|features|domain)/' },
    ),
    forbid(
      'web-domain-serves-features',
      'Rules and caches that several features share do not know the features.',
      { path: '^apps/web/src/domain/' },
      { path: '^apps/web/src/(app|features)/' },
    ),
    forbid(
      'board-is-below-live',
      'Live events update the board: domain/live imports domain/board, never the other way round.',
      { path: '^apps/web/src/domain/board/' },
      { path: '^apps/web/src/domain/live/' },
    ),
    forbid(
      'tests-serve-tests',
      'What runs in production does not import tests.',
      { path: '^(apps|packages)/[^/]+/src', pathNot: ['\\.test\\.ts$', '/testing/'] },
      { path: ['/test/', '/testing/', '\\.test\\.ts$'] },
    ),
    forbid(
      'browser-tests-look-from-outside',
      'What the browser shows is tested through the browser; of the service they use what makes teams, people, invitations and sessions.',
      { path: '^e2e' },
      {
        path: [
          '^apps/web/(?!src/lib/auth/(encode-session|session-cookie)\\.ts)',
          '^apps/api/(test|src/(?!(auth/passwords|features/(teams/create-team|accounts/create-user|invitations/create-invitation))\\.ts))',
        ],
      },
    ),
    forbid('no-unresolved', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/\\.next/', '/generated/', '/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node'] },
  },
};
