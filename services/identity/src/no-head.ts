/**
 * For a GET that can be done only once, or whose reading is recorded. A HEAD, as of a program that looks before it downloads,
 * would count like it and give nothing: Fastify would run the handler and drop the body.
 */
export const noHead = { exposeHeadRoute: false } as const;
