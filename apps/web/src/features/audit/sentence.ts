/** The parts of a sentence after the actor's name: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The name of the subject after the change, in quotes. */
  subject: string;
  rest: string;
}
