/**
 * Returns a function that defines the statement of a form when it is first needed. Each form is a prepared statement of
 * its own, so that most calls do not pay for parts that few need.
 */
export function defineForms<Form extends Record<string, boolean | string | undefined>, Prepared>(
  define: (form: Form) => Prepared,
) {
  const statementByForm = new Map<string, Prepared>();
  return (form: Form): Prepared => {
    const key = JSON.stringify(form);
    const statement = statementByForm.get(key) ?? define(form);
    statementByForm.set(key, statement);
    return statement;
  };
}
