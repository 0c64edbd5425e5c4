/** The route of what a page shows, where it is read itself: no request of the site, and so none of its routes. */
export const SHOWN_PAGE = 'shown-page';
