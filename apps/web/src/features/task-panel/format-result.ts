/** JSON that an agent gave as its result, set out to be read; null for everything else. */
export function prettyJson(result: string): string | null {
  const text = result.trim();
  if (!text.startsWith('{') && !text.startsWith('[')) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return indent(text);
}

// By letters, not through JSON.parse: that would round long numbers and reorder keys.
function indent(json: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replaceAll(/"(?:\\.|[^"\\])*"?|\s+|[[{]\s*[\]}]|[[\]{},:]/g, (token) => {
    if (token.startsWith('"')) return token;
    if (/^\s+$/.test(token)) return '';
    if (token === ':') return ': ';
    if (token === ',') return `,${line()}`;
    if (token.length > 1) return `${token[0]}${token.at(-1)}`;
    if (token === '{' || token === '[') {
      depth += 1;
      return token + line();
    }
    depth -= 1;
    return line() + token;
  });
}
