import { Session } from 'node:inspector/promises';

/** The modules that render Markdown. */
const COUNTED =
  /\/(micromark|mdast-util|hast-util|unist-util|remark|rehype|unified|react-markdown|vfile|property-information)|task-panel\/markdown/;

export interface StepCounter {
  /** The number of blocks of code that ran in the renderer of Markdown: the same on every machine. */
  countSteps: (run: () => void) => Promise<number>;
  stop: () => Promise<void>;
}

/** Counts work instead of time, with the counters that V8 keeps for code coverage. */
export async function startStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  async function countSteps(run: () => void): Promise<number> {
    await session.post('Profiler.takePreciseCoverage'); // Also sets the counters to 0.
    run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => COUNTED.test(url))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0);
  }

  async function stop(): Promise<void> {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }

  return { countSteps, stop };
}
