import { type ErrorCode, errorAnchor, errorCatalog, errorCodes } from '@crewboard/contracts';
import { escapeHtml, page } from './page.ts';

const inline = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function entry(code: ErrorCode): string {
  const { status, title, when, remedy } = errorCatalog[code];
  return `<article id="${errorAnchor(code)}">
  <h2><span class="status">${status}</span> ${escapeHtml(title)} <code>${code}</code></h2>
  <p>${inline(when)}</p>
  <p class="remedy"><b>What to do.</b> ${inline(remedy)}</p>
</article>`;
}

/** The page to which the `type` of every error points, generated from the catalog. */
export const errorsPage = (): string =>
  page({
    title: 'Errors',
    body: `<h1>Errors</h1>
<p class="lead">Every error is <code>application/problem+json</code>. Programs read <code>code</code>, which is one of
these ${errorCodes.length}; people read <code>detail</code>. The <code>requestId</code> finds it in the log.</p>
${errorCodes.map(entry).join('\n')}`,
  });
