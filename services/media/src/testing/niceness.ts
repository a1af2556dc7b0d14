import { getPriority } from 'node:os';

/** For images, no lower priority than the tests': beside them, an image would take longer than it may. */
export const niceness = { inspecting: getPriority(), resizing: getPriority() };
