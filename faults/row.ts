/** The expected and the observed result of a fault. */
export type Row = { fault: string; expected: string; seen: string; ok: boolean };

/** A row that is ok when all conditions hold; it names those that do not. */
export function rowOf(
  fault: string,
  expected: string,
  seen: string,
  conditions: Record<string, boolean>,
): Row {
  const broken = Object.entries(conditions).flatMap(([name, holds]) => (holds ? [] : [name]));
  const ok = broken.length === 0;
  return { fault, expected, seen: ok ? seen : `${seen}. NOT: ${broken.join('; ')}`, ok };
}
