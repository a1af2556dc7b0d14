const forPrograms = /^\/(api|socket\.io|internal|healthz|readyz|metrics)(\/|$)/;

/**
 * Whether a path is for programs: no page is ever shown there. Otherwise a check of `/readyz/` would always succeed, and a
 * browser with the service worker would show the app at `/metrics`.
 */
export const isForPrograms = (path: string): boolean => forPrograms.test(path);
