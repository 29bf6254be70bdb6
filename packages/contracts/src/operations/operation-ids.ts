import type { operations } from './areas.ts';

type Operations = typeof operations;

type IdsWith<Part> = {
  [Area in keyof Operations]: {
    [Name in keyof Operations[Area]]: Operations[Area][Name] extends Part
      ? `${Area}.${Name & string}`
      : never;
  }[keyof Operations[Area]];
}[keyof Operations];

/** The id of an operation that has a REST route. */
export type RestOperationId = IdsWith<{ rest: unknown }>;

/** The declaration of the operation with this id. */
export type OperationOf<Id extends string> = Id extends `${infer Area}.${infer Name}`
  ? Area extends keyof Operations
    ? Name extends keyof Operations[Area]
      ? Operations[Area][Name]
      : never
    : never
  : never;
