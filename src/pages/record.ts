/** How we came by a page: our own fetch of it, or what a tab showed when the person asked to keep that. */
export type PageMethod = 'fetch' | 'tab';

/** What was asked for and what came, as the server says it and as we found it. Null: it did not say. */
export interface PageRecord {
  readonly url: string;
  readonly method: PageMethod;
  readonly status: number | null;
  readonly started: string;
  readonly finished: string;
  readonly date: string | null;
  readonly lastModified: string | null;
  readonly etag: string | null;
  readonly contentType: string | null;
  /** As sent: of what is packed, the length of that. */
  readonly contentLength: number | null;
  readonly bytes: number;
  /** There was more than the limit, and what came until there is kept. */
  readonly truncated: boolean;
}
