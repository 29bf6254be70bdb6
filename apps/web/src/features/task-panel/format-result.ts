/** Deeper or longer than this, indentation is more than what it sets out: a result of 100,000 brackets would fill the memory. */
const maxDepth = 64;
const maxPrettyLength = 400_000;

/** JSON that an agent gave as its result, set out to be read, or as it is where that takes too much; null for everything else. */
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
  const parts: string[] = [];
  let depth = 0;
  let length = 0;
  for (const [token] of json.matchAll(/"(?:\\.|[^"\\])*"?|\s+|[[{]\s*[\]}]|[[\]{},:]|[^"\s[\]{},:]+/g)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    const part = setOut(token, `\n${'  '.repeat(Math.min(depth, maxDepth))}`);
    length += part.length;
    if (depth > maxDepth || length > maxPrettyLength) return json;
    parts.push(part);
  }
  return parts.join('');
}

function setOut(token: string, line: string): string {
  if (token.startsWith('"')) return token;
  if (token.trim() === '') return '';
  if (token === ':') return ': ';
  if (token === ',' || token === '{' || token === '[') return token + line;
  if (token === '}' || token === ']') return line + token;
  return token.startsWith('{') || token.startsWith('[') ? `${token[0]}${token.at(-1)}` : token;
}
