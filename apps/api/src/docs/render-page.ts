const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (char) => htmlEntities[char] ?? char);

/** The CSS of the pages. Their Content-Security-Policy allows it by the hash of this text. */
export const pageCss = `
  :root { color-scheme: light dark; --ink: #1c1d22; --soft: #5c5f6b; --line: #e4e5ea; --paper: #fcfcfd;
    --chip: #f1f1f5; --accent: #4a4fd8; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8e8ed; --soft: #a0a3b1; --line: #2c2d36;
    --paper: #131418; --chip: #22232b; --accent: #a3a7ff; } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.6 Inter, system-ui, sans-serif; }
  main { max-width: 720px; margin: 0 auto; padding: 40px 20px 80px; }
  nav { display: flex; gap: 16px; margin-bottom: 40px; font-size: 13px; }
  a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
  h1 { font-size: 24px; font-weight: 550; letter-spacing: -0.01em; margin: 0 0 8px; }
  h2 { font-size: 15px; font-weight: 550; margin: 0 0 4px; display: flex; flex-wrap: wrap; gap: 8px; align-items: baseline; }
  p { margin: 0 0 6px; } .lead { color: var(--soft); margin-bottom: 32px; } .remedy { color: var(--soft); }
  b { font-weight: 550; color: var(--ink); }
  code { font: 12px/1.4 'JetBrains Mono', ui-monospace, monospace; background: var(--chip); border-radius: 4px; padding: 1px 5px; }
  .status { color: var(--soft); font-variant-numeric: tabular-nums; }
  article { border-top: 1px solid var(--line); padding: 20px 0; scroll-margin-top: 8px; }
  article:target { border-top-color: var(--accent); box-shadow: inset 0 1px 0 var(--accent); }`;

/** Renders a page of the documentation around `body`, which must be escaped HTML. */
export const renderPage = ({ title, body }: { title: string; body: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Crewboard API</title>
<style>${pageCss}</style>
</head>
<body><main>
<nav><a href="/docs">API reference</a><a href="/docs/errors">Errors</a><a href="/llms.txt">Guide for agents</a><a
 href="/openapi.json">OpenAPI</a></nav>
${body}
</main></body>
</html>
`;
