export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A service that the supervisor keeps running. */
export type Service = {
  name: 'database' | 'api' | 'worker' | 'web';
  /** Its name in a sentence, after "the". */
  title: string;
  logFile: string;
  launch(): Promise<Instance>;
};

/** One process of a service, from its launch to its exit. */
export type Instance = {
  pid: number;
  /** Rejects when the process ends before it is ready. */
  ready: Promise<void>;
  exited: Promise<Exit>;
  /** Stops it gracefully; resolves when all of its processes have exited. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): void;
};

export function explainExit({ code, signal }: Exit): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
}
