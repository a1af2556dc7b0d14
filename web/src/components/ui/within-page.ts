/** Where a menu is put: whoever goes through a page by its regions would not find it beside them. */
export const withinPage = () => document.querySelector('main');
