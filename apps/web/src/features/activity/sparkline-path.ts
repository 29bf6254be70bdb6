interface Frame {
  /** The number at the top of the frame. */
  max: number;
  width: number;
  height: number;
}

/** The distance of the line from the edges of the frame: its stroke of 1.5 and its round ends stay inside. */
const marginX = 1;
const marginY = 1.5;

/** The SVG path of a line through these numbers, from left to right. */
export function sparklinePath(numbers: number[], { max, width, height }: Frame): string {
  if (numbers.length < 2) return '';
  const step = (width - 2 * marginX) / (numbers.length - 1);
  const points = numbers.map((number, index) => {
    const y = height - marginY - (number / max) * (height - 2 * marginY);
    return `${(marginX + index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
