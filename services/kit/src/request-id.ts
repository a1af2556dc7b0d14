/** Carries a request's id from process to process, so that one search finds all that was logged of it. */
export const requestIdHeader = 'x-request-id';
