/** claimNextTask → claim_next_task. */
export const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
