import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { publicUrl } from '../http/public-url.ts';
import { errorsPage } from './errors-page.ts';
import { llmsText } from './llms-text.ts';
import { openApiJson } from './openapi-document.ts';

/** What explains the service, all of it made from the declarations and served from here. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  const openApi = openApiJson();
  const errors = errorsPage();
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi),
  );
  app.get('/docs/errors', async (_request, reply) => reply.type('text/html; charset=utf-8').send(errors));
  app.get('/llms.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(publicUrl(request))),
  );
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
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
