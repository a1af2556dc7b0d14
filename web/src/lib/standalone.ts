/** True in an app on an iPhone's home screen, which is a browser of its own without tabs, windows and downloads. */
export const isStandaloneOnApple = () => 'standalone' in navigator && navigator.standalone === true;
