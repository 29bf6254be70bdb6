/**
 * The size of a claimed task for a language model, as the documents state it, in tokens of cl100k_base: of a task with
 * a title of 7 words, a description of 25, and ids of 20 tokens each. `pnpm bench tokens` measures it. Rounded, so that
 * one more field does not change every document: test/contract/claim-tokens.http.test.ts allows a difference of a
 * tenth.
 */
export const claimTokens = {
  whole: 255,
  minimal: 95,
  /** With `fields=id,attempt,title,description`. */
  fields: 65,
  /** As the result of the MCP tool. */
  mcp: 90,
  /** As printed by `crewboard tasks claim-next --json --minimal`. */
  terminal: 95,
} as const;
