/** The route of a page that a session cites: none of the site's own routes, and nothing that the site showed. */
export const SOURCE_ROUTE = 'source';
