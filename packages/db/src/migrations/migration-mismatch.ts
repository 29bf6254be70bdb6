/** The database has other migrations than this version: `remedy` tells the operator what to do. */
export class MigrationMismatch extends Error {
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`);
    this.problem = problem;
    this.remedy = remedy;
  }
}
