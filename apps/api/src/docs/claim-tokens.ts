/**
 * What a claimed task is to a language model, in tokens of cl100k_base: one with a title of 7 words and a description
 * of 25, and with ids of 20 tokens each. `pnpm bench tokens` measures them. Rounded, so that one more field does not
 * change every document: test/contract/claim-tokens.http.test.ts holds them to a tenth.
 */
export const claimTokens = {
  whole: 255,
  minimal: 95,
  /** Those of `fields=id,attempt,title,description`. */
  fields: 65,
  /** The result of the MCP tool, as models read it. */
  mcp: 90,
  /** What `crewboard tasks claim-next --json --minimal` prints. */
  terminal: 95,
} as const;
