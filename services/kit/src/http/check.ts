import type { z } from 'zod';
import { type AppError, invalid } from '../errors.ts';
import { fieldTexts, texts } from '../texts.ts';

type Checked<Value> = { value: Value; error?: never } | { error: AppError; value?: never };

/** Checks data of a request against its schema. The error tells a person what is wrong with the first wrong field. */
export function check<Schema extends z.ZodType>(schema: Schema, data: unknown): Checked<z.output<Schema>> {
  const result = schema.safeParse(data, { error: wordsFor });
  if (result.success) return { value: result.data };
  const { path, message } = inFirstForm(result.error.issues[0] as z.core.$ZodIssue);
  return { error: invalid(texts.invalidField(path.join('.'), message)) };
}

/** What is wrong with data that may have several forms is said of the first one, which is the usual one. */
function inFirstForm(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  const within = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  return within ? { ...within, path: [...issue.path, ...within.path] } : issue;
}

/** The same for Fastify. */
export function checkBy({ schema }: { schema: z.ZodType }) {
  return (data: unknown) => check(schema, data);
}

/** Where a schema has no words of its own: those of zod are for programmers. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return fieldTexts.missing;
  if (issue.code === 'invalid_type') return fieldTexts.mustBe(fieldTexts.kinds[issue.expected] ?? fieldTexts.otherKind);
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return fieldTexts.mustBe(fieldTexts.instant);
  if (issue.code === 'invalid_value') return fieldTexts.mustBeOneOf(issue.values);
  if (issue.code === 'too_big') {
    const unit = fieldTexts.units[issue.origin];
    return unit ? fieldTexts.longerThan(issue.maximum, unit) : fieldTexts.moreThan(issue.maximum);
  }
  if (issue.code === 'too_small') {
    return fieldTexts.units[issue.origin] ? fieldTexts.tooShort : fieldTexts.lessThan(issue.minimum);
  }
  return fieldTexts.invalid;
}
