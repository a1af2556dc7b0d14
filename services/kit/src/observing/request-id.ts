/** The header that carries a request's id between processes, so that one search finds all its log lines. */
export const requestIdHeader = 'x-request-id';
