/** What somebody did, after their name: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The subject as it was called after the change, in quotes where it has a name. */
  subject: string;
  rest: string;
}
