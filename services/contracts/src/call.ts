import type { z } from 'zod';

/**
 * One HTTP call of the product: its path, its input and its successful answers.
 * Services declare their routes from it (`routeOf` in the kit) and the web client calls by it, so each path is written once.
 * Every failure answers with `ErrorBody` (errors.ts).
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for a path parameter. */
  readonly path: string;
  /** For an internal call that, repeated, could undo what somebody did in between: no second node gets it. */
  readonly once?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The successful answers by status; `z.void()` for none. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The body of a request to `C`. */
export type BodyOf<C extends Call> = C['body'] extends z.ZodType ? z.input<C['body']> : undefined;

/** The query of a request to `C`. */
export type QueryOf<C extends Call> = C['query'] extends z.ZodType ? z.input<C['query']> : undefined;

/** The path parameters of a request to `C`. */
export type ParamsOf<C extends Call> = C['params'] extends z.ZodType ? z.input<C['params']> : undefined;

/** The successful answer of `C`, whichever status it has. */
export type AnswerOf<C extends Call> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends z.ZodType ? z.output<C['answers'][Status]> : never;
}[keyof C['answers']];
