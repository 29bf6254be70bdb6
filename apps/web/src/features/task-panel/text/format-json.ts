/** Beyond these, indentation exceeds the content: a result of 100,000 brackets would fill the memory. */
const maxDepth = 64;
const maxPrettyLength = 400_000;

/** Indented JSON of a result; unchanged JSON beyond the limits; null for other text. */
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

// By tokens, not through JSON.parse, which would round long numbers and reorder keys.
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
