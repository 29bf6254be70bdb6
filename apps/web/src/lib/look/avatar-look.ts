/** Hues in degrees that are easy to tell apart. */
const HUES = [12, 38, 85, 145, 175, 205, 235, 265, 295, 335];

/** Two letters of a name: the initials of its first two words, or the start of its only one. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** A hue in degrees, always the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return HUES[Math.abs(hash) % HUES.length] ?? 0;
}
