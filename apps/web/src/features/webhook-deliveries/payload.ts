interface Payload {
  data?: { task?: { id?: unknown; title?: unknown } };
}

/** The indented body, or the unchanged one if it is not JSON. */
export function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The task in a body; null if the event is about something else. */
export function findTask(body: string): { id: string; title: string } | null {
  try {
    const { id, title } = (JSON.parse(body) as Payload | null)?.data?.task ?? {};
    return typeof id === 'string' ? { id, title: typeof title === 'string' ? title : id } : null;
  } catch {
    return null;
  }
}
