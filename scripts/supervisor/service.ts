export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** What the supervisor keeps running. */
export type Service = {
  name: 'database' | 'api' | 'worker' | 'web';
  /** As a sentence calls it, after "the". */
  title: string;
  logFile: string;
  launch(): Promise<Instance>;
};

/** One life of a service, from its launch until its process ends. */
export type Instance = {
  pid: number;
  /** Rejects when the process ends before it is ready. */
  ready: Promise<void>;
  exited: Promise<Exit>;
  /** Lets it finish its work; resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

export function explainExit({ code, signal }: Exit): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
}
