const isTerminal = Boolean(process.stdout.isTTY);
export const hasColour = isTerminal && process.stdout.hasColors();

/** @param {number} open @param {number} close */
const paint = (open, close) => (/** @type {string} */ text) =>
  hasColour ? `\x1b[${open}m${text}\x1b[${close}m` : text;

export const bold = paint(1, 22);
export const dim = paint(2, 22);
export const red = paint(31, 39);
export const green = paint(32, 39);
export const yellow = paint(33, 39);
export const cyan = paint(36, 39);

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

// A closed terminal or pipe must not end this process.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** @param {string} text */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Prints a line above the line of the running step.
 * @param {string} text
 */
export function printAbove(text) {
  print(isTerminal ? `\r\x1b[2K${text}` : `${lineBreak()}${text}`);
}

// Ends the line of the running step when another step starts.
let finishLine = () => {};
// Whether a step has begun a line of plain text.
let isInLine = false;

function lineBreak() {
  if (!isInLine) return '';
  isInLine = false;
  return '\n';
}

/**
 * Runs `work` and shows its label, its progress and its duration on one line.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  finishLine();
  const startedAt = Date.now();
  const seconds = () => dim(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  const line = isTerminal ? spinningLine(label, seconds) : plainLine(label);
  let hasEnded = false;
  /** @param {string} mark */
  const end = (mark) => {
    if (!hasEnded) line.end(`${mark} `, seconds());
    hasEnded = true;
  };
  finishLine = () => end(dim('–'));
  try {
    const result = await work();
    end(green('✓'));
    return result;
  } catch (error) {
    end(red('✗'));
    throw error;
  }
}

/** @param {string} label @param {() => string} note */
function spinningLine(label, note) {
  /** @param {string} mark @param {string} text */
  const draw = (mark, text) => process.stdout.write(`\r\x1b[2K  ${mark}${label.padEnd(14)}${text}`);
  let turn = 0;
  const spin = () => draw(`${cyan(FRAMES[turn++ % FRAMES.length] ?? '')} `, note());
  const timer = setInterval(spin, 80);
  spin();
  return {
    /** @param {string} mark @param {string} text */
    end(mark, text) {
      clearInterval(timer);
      draw(mark, `${text}\n`);
    },
  };
}

/** @param {string} label */
function plainLine(label) {
  process.stdout.write(`  ${label} … `);
  isInLine = true;
  return {
    /** @param {string} mark @param {string} text */
    end(mark, text) {
      print(isInLine ? `${mark}${text}` : `  ${label} ${mark}${text}`);
      isInLine = false;
    },
  };
}
