import { sendMessage as sendMessageCall } from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { Caller } from '@koinonia/kit/calls/caller-statement.ts';
import { check } from '@koinonia/kit/http/check.ts';
import { bodyOfError, logRefusal, toAppError } from '@koinonia/kit/http/error-answers.ts';
import { jsonParserOf } from '@koinonia/kit/http/json-body.ts';
import { personAmong } from '@koinonia/kit/http/routes.ts';
import { withinRequest } from '@koinonia/kit/observing/request-context.ts';
import { activeTracer } from '@koinonia/kit/observing/tracing.ts';
import type { CallHead, TrunkAnswer } from '@koinonia/kit/trunk/trunk-frames.ts';
import type { SendMessage } from '../messages/send.ts';

const { method, path: route } = sendMessageCall;

/**
 * Answers sends that arrive by a trunk exactly as the HTTP route of `sendMessage` does: the same statement, rules, answers,
 * errors and metrics, without the cost of HTTP, which is higher than the rest of a send.
 */
export function answerSends(options: {
  app: Service;
  verify: (statement: string) => Promise<Caller>;
  sendMessage: SendMessage;
}): (head: CallHead, body: Buffer) => Promise<TrunkAnswer> {
  const { app, verify, sendMessage } = options;
  const parse = jsonParserOf(app);

  async function send(head: CallHead, body: Buffer): Promise<TrunkAnswer> {
    const caller = await verify(head.statement).catch((error: Error) => error);
    if (caller instanceof Error) return { ...refusal(caller), statementRefused: true };
    const { uid } = personAmong(caller);
    const wanted = check(sendMessageCall.body, body.length === 0 ? null : await parsed(body));
    if (wanted.error) throw wanted.error;
    const { isNew, message } = await sendMessage(uid, wanted.value);
    return { status: isNew ? 201 : 200, body: Buffer.from(JSON.stringify(message)) };
  }

  const parsed = (body: Buffer) =>
    new Promise<unknown>((resolve, reject) => {
      parse(null as never, body, (error, value) => (error ? reject(error) : resolve(value)));
    });

  function refusal(error: Error): TrunkAnswer {
    const told = toAppError(error);
    logRefusal(app.log, method, told, error);
    const { status, retryAfter } = told;
    return { status, retryAfter, body: Buffer.from(JSON.stringify(bodyOfError(told))) };
  }

  return async function answer(head, body) {
    const startedAt = performance.now();
    const span = activeTracer()?.serve('chat', { method }, head.trace ?? {}) ?? null;
    const answer = await withinRequest({ requestId: head.requestId, span }, () => send(head, body).catch(refusal));
    const { status } = answer;
    app.metrics.requestDuration.observe(
      { method, route, status: String(status) },
      (performance.now() - startedAt) / 1000,
    );
    span?.end({ status, route });
    return answer;
  };
}
