import tests from '../playwright.config.ts';

// oxlint-disable-next-line import/no-default-export
export default { ...tests, testDir: '.' };
