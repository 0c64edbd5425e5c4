/** The route of what a page shows where the page itself is read: no request of the site, and so none of its own routes. */
export const PAGE_ROUTE = 'page';
