/** The container of menus: inside <main>, so that people who navigate by regions find them. */
export const withinPage = () => document.querySelector('main');
