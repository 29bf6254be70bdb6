interface Payload {
  data?: { task?: { id?: unknown; title?: unknown } };
}

/** The body set out to be read, or as it is where that cannot be done. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The task that a payload tells of, if it tells of one. */
export function taskIn(body: string): { id: string; title: string } | null {
  try {
    const { id, title } = (JSON.parse(body) as Payload | null)?.data?.task ?? {};
    return typeof id === 'string' ? { id, title: typeof title === 'string' ? title : id } : null;
  } catch {
    return null;
  }
}
