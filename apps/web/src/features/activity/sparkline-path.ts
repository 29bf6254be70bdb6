interface Frame {
  /** The number at the top of the frame. */
  max: number;
  width: number;
  height: number;
}

/** The SVG path of a line through these numbers, from left to right. Its stroke of 1.5 stays inside the frame. */
export function sparklinePath(numbers: number[], { max, width, height }: Frame): string {
  if (numbers.length < 2) return '';
  const step = (width - 2) / (numbers.length - 1);
  const points = numbers.map((number, index) => {
    const y = height - 1.5 - (number / max) * (height - 3);
    return `${(1 + index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
