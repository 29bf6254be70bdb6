/** What the actor did: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The name of the subject after the change, in quotes. */
  subject: string;
  rest: string;
}
