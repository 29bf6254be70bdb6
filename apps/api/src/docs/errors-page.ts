import {
  type ErrorCode,
  errorAnchor,
  errorCatalog,
  errorCodes,
  inWords,
  restWording,
} from '@crewboard/contracts';
import { escapeHtml, renderPage } from './render-page.ts';

const renderInlineCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function renderError(code: ErrorCode): string {
  const { status, title, when, remedy } = errorCatalog[code];
  return `<article id="${errorAnchor(code)}">
  <h2><span class="status">${status}</span> ${escapeHtml(title)} <code>${code}</code></h2>
  <p>${renderInlineCode(when)}</p>
  <p class="remedy"><b>What to do.</b> ${renderInlineCode(inWords(remedy, restWording))}</p>
</article>`;
}

/** The HTML of /docs/errors, in the words of REST. The `type` of each error response links to its error on this page. */
export const renderErrorsPage = (): string =>
  renderPage({
    title: 'Errors',
    body: `<h1>Errors</h1>
<p class="lead">Every error response is <code>application/problem+json</code>. Programs read <code>code</code>, one of the
${errorCodes.length} codes below; people read <code>detail</code>. Search the server log for the <code>requestId</code> to find the request.</p>
${errorCodes.map(renderError).join('\n')}`,
  });
