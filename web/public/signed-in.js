// The sign-in popup ends here and reports the outcome to the page that opened it. By BroadcastChannel, because
// Cross-Origin-Opener-Policy may have cut the popup off from its opener. The name is `signInChannel` of the contracts.
const outcome = new URLSearchParams(location.search).get('outcome') ?? 'failed';
// The older session has ended with the new sign-in; if the opener is gone, the next page would end the new one in its place.
// The name is `unfinishedLogoutKey` of `session-on-server.ts`.
if (outcome === 'ok') localStorage.removeItem('logout');
const channel = new BroadcastChannel('koinonia:sign-in');
channel.postMessage(outcome);
channel.close();
window.close();
