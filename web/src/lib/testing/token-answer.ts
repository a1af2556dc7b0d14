/** What the server answers to whoever asks for a token: it serves for five minutes. */
export const tokenAnswer = (token = 'token') => ({ token, expiresAt: new Date(Date.now() + 300_000).toISOString() });
