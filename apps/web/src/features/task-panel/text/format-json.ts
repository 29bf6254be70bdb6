/** Deeper or longer JSON stays as it is: the indentation of 100,000 nested brackets would fill the memory. */
const maxDepth = 64;
const maxFormattedLength = 400_000;

/** Returns indented JSON; unchanged JSON beyond the limits; null for a text that is not JSON, an object or an array. */
export function formatJson(json: string): string | null {
  const text = json.trim();
  if (!text.startsWith('{') && !text.startsWith('[')) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return indent(text);
}

// Works on tokens, because JSON.parse would round long numbers and reorder keys.
function indent(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  let length = 0;
  for (const [token] of json.matchAll(/"(?:\\.|[^"\\])*"?|\s+|[[{]\s*[\]}]|[[\]{},:]|[^"\s[\]{},:]+/g)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    const part = layOutToken(token, `\n${'  '.repeat(Math.min(depth, maxDepth))}`);
    length += part.length;
    if (depth > maxDepth || length > maxFormattedLength) return json;
    parts.push(part);
  }
  return parts.join('');
}

function layOutToken(token: string, line: string): string {
  if (token.startsWith('"')) return token;
  if (token.trim() === '') return '';
  if (token === ':') return ': ';
  if (token === ',' || token === '{' || token === '[') return token + line;
  if (token === '}' || token === ']') return line + token;
  return token.startsWith('{') || token.startsWith('[') ? `${token[0]}${token.at(-1)}` : token;
}
