import type { Page } from '@playwright/test';

/** The ids of what the scenes show, as parts of paths. */
export type Places = {
  team: string;
  emptyTeam: string;
  /** A task in the archive, one that is there with its project, and a team whose tasks are all there. */
  archivedTask: string;
  taskOfArchivedProject: string;
  archivedTeam: string;
  /** A team of 300 people. */
  largeTeam: string;
  task: string;
  longTask: string;
  /** A task with a table, code, an image and a link that is not allowed. */
  markdownTask: string;
  /** A task whose texts are hard to format. */
  hostileTask: string;
  /** A task that scenes change: it is cancelled and reopened, its description rewritten. */
  changedTask: string;
  /** A task in its third attempt, under a lease. */
  leasedTask: string;
  /** A task whose attempts are exhausted. */
  exhaustedTask: string;
  /** A task that waits for others and is waited for, and one for which many wait. */
  waitingTask: string;
  blockingTask: string;
  /** A task with sub-tasks, and one of these, which has some itself. */
  parentTask: string;
  nestedTask: string;
  /** A team with tasks that wait for a person for each reason, and some of them. */
  attentionTeam: string;
  attentionTasks: {
    exhausted: string;
    failing: string;
    stale: string;
    blocked: string;
    paused: string;
    waits: string;
  };
  /** A task and its texts in Hebrew and Arabic. */
  rightToLeftTask: string;
  agent: string;
  /** An agent that has never called. */
  uncalledAgent: string;
  /** An agent whose token expires soon. */
  expiringAgent: string;
  webhook: string;
  /** One of its deliveries. */
  delivery: string;
  /** A team whose endpoint the service has disabled. */
  stoppedTeam: string;
  stoppedWebhook: string;
};

export type Person = 'colleague' | 'newcomer' | 'newOperator' | 'admin';

export type Scene = {
  name: string;
  path: (places: Places) => string;
  /** The steps before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Taken at 360 px as well. */
  narrowest?: boolean;
  /** Taken at 1,440 px as well. */
  wide?: boolean;
  /** Does not exist on a wide screen. */
  narrowOnly?: boolean;
  signedOut?: boolean;
  /** The signed-in person; by default the owner, who is an operator. */
  person?: Person;
};
