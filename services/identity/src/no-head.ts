/**
 * For a GET that can be done only once, or that is recorded. A HEAD, as some programs send before they download, would count
 * as one and return nothing: Fastify would run the handler and drop the body.
 */
export const noHead = { exposeHeadRoute: false } as const;
