/** A container is healthy when its process says that its stores answer. */
const { status } = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: AbortSignal.timeout(3000) });
process.exit(status === 200 ? 0 : 1);
