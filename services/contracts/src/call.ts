import type { z } from 'zod';

/**
 * One HTTP call of the product: where it is, what it takes and what it answers with on success.
 * Services declare their routes from it (`routeOf` in the kit), the web client calls by it, so a path stands once.
 * Every failure answers with `ErrorBody` (errors.ts).
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` where a path parameter stands. */
  readonly path: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The successful answers by status; `z.void()` for none. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** What a caller sends as the body of `C`. */
export type BodyOf<C extends Call> = C['body'] extends z.ZodType ? z.input<C['body']> : undefined;

/** What a caller may put into the query of `C`. */
export type QueryOf<C extends Call> = C['query'] extends z.ZodType ? z.input<C['query']> : undefined;

/** What a caller puts into the path of `C`. */
export type ParamsOf<C extends Call> = C['params'] extends z.ZodType ? z.input<C['params']> : undefined;

/** What `C` answers with on success, whichever status it has. */
export type AnswerOf<C extends Call> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends z.ZodType ? z.output<C['answers'][Status]> : never;
}[keyof C['answers']];
