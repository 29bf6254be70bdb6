// Metadata for the OpenAPI document; validation ignores it.

/** Documents a schema as the component with this name, which is more precise than what the API validates. */
export const documentedAs = (component: string) => ({ 'x-documented-as': component });

/** Documents an enum as open: later versions may add values, and clients have to accept those that they do not know. */
export const extensible = { 'x-extensible': true };
