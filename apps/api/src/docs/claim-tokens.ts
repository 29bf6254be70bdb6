/**
 * What a claimed task is to a language model, in tokens of cl100k_base: one with a title of 7 words and a description
 * of 25, and with ids of 20 tokens each. `pnpm bench tokens` measures them; test/contract/claim-tokens.http.test.ts
 * holds them.
 */
export const claimTokens = {
  whole: 211,
  minimal: 94,
  /** Those of `fields=id,attempt,title,description`. */
  fields: 66,
  /** The result of the MCP tool, as models read it. */
  mcp: 88,
  /** What `crewboard tasks claim-next --json --minimal` prints. */
  terminal: 94,
} as const;
