/** The call that the text after a cut one names: a tool with its arguments. */
function restCall(text: unknown): { name: string; args: Record<string, unknown> } {
  const [, name = '', json = ''] = /The rest: (\w+) (\{.*\})$/.exec(String(text)) ?? [];
  return { name, args: JSON.parse(json) };
}

type Call = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Reads a text to its end: `field` of a result, then of those that the field after it names. */
export async function readWhole(call: Call, first: Record<string, unknown>, field: string): Promise<string> {
  let text = '';
  let part: Record<string, unknown> = first;
  for (;;) {
    text += part[field];
    const rest = part[`${field}Rest`];
    if (rest === undefined) return text;
    const { name, args } = restCall(rest);
    const result = await call(name, args);
    // A list has the item alone.
    part = ('items' in result ? (result.items as object[])[0] : result) as Record<string, unknown>;
  }
}
