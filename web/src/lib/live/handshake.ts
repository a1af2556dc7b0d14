type Give = (auth: { token?: string }) => void;

/**
 * Gives each new connection a token. A token that comes when its connection has ended is dropped: it would be sent on the
 * next one, and the server closes a connection that says twice who it is.
 */
export function createHandshake(token: () => Promise<string>) {
  let newest = 0;
  return {
    /** Socket.IO calls this for each connection. Without a token, the server refuses the connection. */
    auth(this: void, give: Give) {
      newest += 1;
      const mine = newest;
      const giveMine: Give = (auth) => mine === newest && give(auth);
      void token().then(
        (one) => giveMine({ token: one }),
        () => giveMine({}),
      );
    },
    /** The connection has ended. */
    end() {
      newest += 1;
    },
  };
}
