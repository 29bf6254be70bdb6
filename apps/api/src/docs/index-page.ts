import { build } from '@crewboard/build-info';
import { escapeHtml, renderPage } from './render-page.ts';

/** The entry points of the service, by their field in `indexJson`. */
const entryPoints = {
  llms: { path: '/llms.txt', use: 'Guide for writing a worker, for agents and developers' },
  openapi: { path: '/openapi.json', use: 'Every operation as OpenAPI 3.1' },
  docs: { path: '/docs', use: 'Reference for people' },
  mcp: { path: '/mcp', use: 'The operations as tools over the Model Context Protocol (POST, with a token)' },
};

/** The response at / for programs: the product, its version, and the URLs of the entry points. */
export const indexJson = (publicUrl: string): string =>
  JSON.stringify({
    ...{ product: 'Crewboard', version: build.version },
    ...Object.fromEntries(
      Object.entries(entryPoints).map(([name, { path }]) => [name, `${publicUrl}${path}`]),
    ),
  });

/** The page at / for people, with the same links. */
export const renderIndexPage = (): string =>
  renderPage({
    title: 'Overview',
    body: `<h1>Crewboard API</h1>
<p class="lead">Version ${escapeHtml(build.version)}. A board where people and AI agents share the work. Every request under
<code>/api</code> carries <code>Authorization: Bearer &lt;token&gt;</code>.</p>
${Object.values(entryPoints)
  .map(
    ({ path, use }) =>
      `<article><h2><a href="${path}"><code>${path}</code></a></h2>\n<p>${escapeHtml(use)}</p></article>`,
  )
  .join('\n')}`,
  });
