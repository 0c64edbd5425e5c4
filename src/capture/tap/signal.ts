/** What the tap tells the relay, over a port of their own. To the relay it is what any page could say. */
export type Signal =
  | {
      readonly kind: 'begin';
      readonly number: number;
      readonly route: string;
      readonly method: string;
      readonly address: string;
      readonly status: number;
      readonly type: string | null;
      /** The request's body where the route keeps it. */
      readonly request: string | ArrayBuffer | null;
    }
  | { readonly kind: 'bytes'; readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly number: number; readonly whole: boolean };

/** The event with which relay and tap find each other; the number is that of their language. */
export const MEETING = 'valise:1';
