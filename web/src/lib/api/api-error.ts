/** An error answer of the server. `message` is fit for a person to read. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** Milliseconds that the server asks to wait before the next try. */
  readonly retryAfter: number | undefined;
  /** False if something else answered for the server, such as a hotel's network or a proxy: such an answer decides nothing. */
  readonly isOurs: boolean;

  constructor(
    message: string,
    answer: { status: number; code?: string | undefined; retryAfter?: number | undefined; isOurs?: boolean },
  ) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
    this.retryAfter = answer.retryAfter;
    this.isOurs = answer.isOurs ?? true;
  }
}

/** Statuses that are no refusals: a session that has ended may begin again, and the other two only mean 'later'. */
export const mayPass: readonly number[] = [401, 408, 429];

/** True when the server itself said no and would say no again. With `statuses`: when it answered with one of these. */
export const wasRefused = (error: unknown, ...statuses: readonly number[]): error is ApiError =>
  error instanceof ApiError &&
  error.isOurs &&
  (statuses.length > 0 ? statuses.includes(error.status) : error.status < 500 && !mayPass.includes(error.status));

/** For ending or deleting something: if it is gone already, that counts as done. */
export async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!wasRefused(error, 404)) throw error;
  }
}

/** Milliseconds. */
const longWait = 10 * 60_000;

/**
 * True when what somebody has written or chosen cannot be sent as it is. Besides a refusal, this is a full disk (507), which
 * retries do not empty; a long wait, such as for the day's upload limit, because the writer should learn the reason; and the
 * size limit of a proxy (413), even if the answer is not the server's.
 */
export const isRefusal = (error: unknown): error is ApiError =>
  wasRefused(error) ||
  wasRefused(error, 507) ||
  (error instanceof ApiError && (error.status === 413 || (error.isOurs && (error.retryAfter ?? 0) > longWait)));

/** True when the session has ended, or its person is deactivated. */
export const isSessionOver = (error: unknown): error is ApiError =>
  wasRefused(error, 401) || (wasRefused(error) && error.code === 'account_deactivated');

const failed = (status: number) => `Request failed (${status})`;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The error for an unsuccessful answer. Its text: the body's `error`, else its `message`, else the status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error, message, code } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  const ours = { words: textOf(error), code: textOf(code) };
  return new ApiError(ours.words ?? textOf(message) ?? failed(response.status), {
    status: response.status,
    code: ours.code,
    retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    // A company's gateway may answer in JSON, too, but not with both.
    isOurs: ours.words !== undefined && ours.code !== undefined,
  });
}

/** For a success that something else answered in the server's place, such as a proxy whose servers are restarting. */
export const notTheServers = (status: number) => new ApiError(failed(status), { status, isOurs: false });

/** The error of a call that needs a signed-in person when there is none. */
export const noAuthenticatedUser = () =>
  new ApiError('No authenticated user', { status: 401, code: 'unauthenticated' });
