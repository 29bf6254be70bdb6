/** The fields of a patch that differ from the record; undefined without any. */
export function pickChanged<Patch extends object>(
  record: { [Field in keyof Patch]?: unknown },
  patch: Patch,
): Partial<Patch> | undefined {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  const changed = entries.filter(([field, value]) => value !== undefined && value !== record[field]);
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Patch>) : undefined;
}
