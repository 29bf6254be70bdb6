import type { Event } from '@crewboard/contracts';
import type { AssigneeNames } from '#domain/team/assignee-names.ts';

/** The sentence of an event, after the name of its actor: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The name of the subject after the change, in quotes. Without a name: "a project", or "their own role". */
  subject: string;
  /** The words after the subject; may be empty. */
  rest: string;
}

type Words = string | ((event: Event, names: AssigneeNames) => string);

/** The words of an event type around the name of the subject: a verb, or a verb and the rest. */
export type Phrase = Words | { verb: Words; rest: Words };
