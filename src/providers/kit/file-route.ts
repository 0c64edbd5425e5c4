/** The route of a file that a conversation names, wherever its bytes were: none of the site's own routes. */
export const FILE_ROUTE = 'file';
