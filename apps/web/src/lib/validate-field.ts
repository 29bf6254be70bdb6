/** The part of a zod schema that is used here. */
interface FieldSchema {
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } };
}

/** Why the API would reject the value of a field, as a sentence: "The name must not be blank."; null when it is valid. */
export function validateField(label: string, schema: FieldSchema, value: unknown): string | null {
  const { error } = schema.safeParse(value);
  return error ? `${label} ${error.issues[0]?.message ?? 'is not valid'}.` : null;
}
