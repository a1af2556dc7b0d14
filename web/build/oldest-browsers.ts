/** The oldest browsers for which the product is built: those of 2023, for phones that get no newer ones. */
export const oldestBrowsers = { chrome: 111, firefox: 121, safari: 16.4 };

/** In the build's format, such as 'chrome111'. */
export const buildTargets = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);
