import type { Page } from '@playwright/test';

/** Where the things are that the scenes show, as parts of paths. */
export type Places = {
  team: string;
  emptyTeam: string;
  /** A team of 300 people. */
  largeTeam: string;
  task: string;
  longTask: string;
  /** A task with a table, code, an image and a link that is not allowed. */
  markdownTask: string;
  /** A task whose texts are too complex to format. */
  hostileTask: string;
  /** A task that scenes change: it is cancelled and reopened, its description rewritten. */
  changedTask: string;
  agent: string;
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
  /** What a person does there before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Taken at 360 px as well. */
  narrowest?: boolean;
  /** It is not there on a wide screen. */
  narrowOnly?: boolean;
  signedOut?: boolean;
  /** Who looks, where it is not the owner, an operator: a colleague, an admin, or somebody in no team. */
  person?: Person;
};
