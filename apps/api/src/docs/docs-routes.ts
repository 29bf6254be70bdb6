import { createHash, randomBytes } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicUrl } from '../http/public-url.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { errorsPage } from './errors-page.ts';
import { llmsText } from './llms-text.ts';
import { openApiJson } from './openapi-document.ts';
import { pageStyle } from './page.ts';

/** Stands in the page of Scalar where each response has a nonce of its own. */
const noncePlaceholder = 'nonce-of-this-response';
const hashOfStyle = createHash('sha256').update(pageStyle).digest('base64');
const errorsPolicy = pagePolicy(`style-src 'sha256-${hashOfStyle}'`);

const referencePolicy = (nonce: string) =>
  pagePolicy(
    `script-src 'nonce-${nonce}'`,
    // Scalar's components write style elements and attributes.
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
  );

/** Gives the page of Scalar, whose configuration is the same for all responses, a nonce of this one. */
function setNonce(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.routeOptions.url === '/docs/') {
    const nonce = randomBytes(16).toString('base64url');
    reply.header('Content-Security-Policy', referencePolicy(nonce));
    reply.serializer((html: string) => html.replaceAll(noncePlaceholder, nonce));
  }
  done();
}

/** What explains the service, all of it made from the declarations and served from here. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const openApi = openApiJson();
  const errors = errorsPage();
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi),
  );
  app.get('/docs/errors', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', errorsPolicy).send(errors),
  );
  app.get('/llms.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(publicUrl(request))),
  );
  await app.register(scalar, {
    routePrefix: '/docs',
    hooks: { preHandler: setNonce },
    configuration: {
      url: '/openapi.json',
      nonce: noncePlaceholder,
      pageTitle: 'Crewboard API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
