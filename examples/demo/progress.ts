import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';

export interface Progress {
  advance: () => void;
  stop: () => void;
}

export function startProgress(label: string, total: number): Progress {
  return process.stdout.isTTY ? bar(label, total) : plainLines(label, total);
}

function bar(label: string, total: number): Progress {
  const [barInColour, duration] = [styleText('cyan', '{bar}'), styleText('dim', '{duration} s')];
  const progress = new SingleBar({
    stream: process.stdout,
    format: `  ${label.padEnd(10)} ${barInColour} {value}/{total} ${duration}`,
    barCompleteChar: '━',
    barIncompleteChar: ' ',
    barsize: 44,
    fps: 25,
    hideCursor: true,
  });
  progress.start(total, 0);
  return { advance: () => progress.increment(), stop: () => progress.stop() };
}

/** For a log file: one line per quarter instead of a bar. */
function plainLines(label: string, total: number): Progress {
  let value = 0;
  const quarter = () => Math.floor((value / total) * 4);
  const advance = () => {
    const before = quarter();
    value++;
    if (quarter() > before) console.log(`  ${label.padEnd(10)} ${value}/${total}`);
  };
  return { advance, stop: () => {} };
}
