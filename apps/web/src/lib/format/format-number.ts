const numbers = new Intl.NumberFormat('en');

/** 12345 → "12,345". Numbers are exact, never "12k". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}
