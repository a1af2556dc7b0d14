// The sign-in popup ends here and reports the outcome to the page that opened it. By BroadcastChannel, because
// Cross-Origin-Opener-Policy may have cut the popup off from its opener. The name is `signInChannel` of the contracts.
const outcome = new URLSearchParams(location.search).get('outcome') ?? 'failed';
const channel = new BroadcastChannel('koinonia:sign-in');
channel.postMessage(outcome);
channel.close();
window.close();
