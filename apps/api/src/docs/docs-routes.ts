import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { prefersPage } from '../http/response/negotiation.ts';
import { pagePolicy } from '../http/response/security-headers.ts';
import { apiReference, scriptPath } from './api-reference.ts';
import { renderErrorsPage } from './errors-page.ts';
import { indexJson, renderIndexPage } from './index-page.ts';
import { llmsFullText } from './llms-full-text.ts';
import { llmsText } from './llms-text.ts';
import { pageCss } from './render-page.ts';
import { staticContent } from './static-content.ts';

const hashOfStyle = createHash('sha256').update(pageCss).digest('base64');
const policy = pagePolicy(`style-src 'sha256-${hashOfStyle}'`);
/** After an update, caches may show the previous version for up to five minutes. */
const cacheControl = 'public, max-age=300';
const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

const sendReference = staticContent(async () => {
  const { page, policy } = await apiReference();
  return { body: page, type: html, policy, cacheControl };
});
const sendScript = staticContent(async () => ({
  body: (await apiReference()).script,
  type: 'application/javascript; charset=utf-8',
  cacheControl: 'public, max-age=31536000, immutable',
}));
const sendErrors = staticContent(() => ({ body: renderErrorsPage(), type: html, policy, cacheControl }));
const negotiated = { cacheControl, vary: 'Accept, Accept-Encoding' };
const sendIndexPage = staticContent(() => ({ body: renderIndexPage(), type: html, policy, ...negotiated }));
const sendIndexJson = (publicUrl: string) =>
  staticContent(() => ({ body: indexJson(publicUrl), type: json, ...negotiated }));
const sendOpenApi = staticContent(async () => {
  // Loaded for the first reader, because the libraries that generate the document are large.
  const { openApiJson } = await import('./openapi-document.ts');
  return { body: openApiJson(), type: json, cacheControl };
});
const sendText = (makeText: () => string) =>
  staticContent(() => ({ body: makeText(), type: 'text/plain; charset=utf-8', cacheControl }));

/** The documentation that the API serves, generated from the declarations of the operations. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const sendIndex = sendIndexJson(app.publicUrl);
  app.get('/', (request, reply) =>
    prefersPage(request.headers.accept) ? sendIndexPage(request, reply) : sendIndex(request, reply),
  );
  app.get('/docs', (_request, reply) => reply.header('Cache-Control', cacheControl).redirect('/docs/', 301));
  app.get('/docs/', sendReference);
  app.get(scriptPath, sendScript);
  app.get('/docs/errors', sendErrors);
  app.get('/openapi.json', sendOpenApi);
  app.get(
    '/llms.txt',
    sendText(() => llmsText(app.publicUrl)),
  );
  app.get(
    '/llms-full.txt',
    sendText(() => llmsFullText(app.publicUrl)),
  );
}
