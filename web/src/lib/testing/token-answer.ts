/** The server's answer with a token that is valid for five minutes. */
export const tokenAnswer = (token = 'token', uid = 'ana') => ({
  token,
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  uid,
});
