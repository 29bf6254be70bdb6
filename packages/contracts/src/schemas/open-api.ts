// Metadata of schemas for the OpenAPI document and the generated clients. Validation ignores it.

/** Documents a schema as the component with this name, which is more precise than the schema that the API validates. */
export const documentedAs = (component: string) => ({ 'x-documented-as': component });

/** Documents an enum as open: later versions may add values, so clients must accept unknown ones. */
export const extensible = { 'x-extensible': true };
