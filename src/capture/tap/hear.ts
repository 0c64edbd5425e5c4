import type { Route, Site } from '../../providers/contract';
import type { Signal } from './signal';

/** One exchange while it is heard. */
export interface Heard {
  add(piece: Uint8Array<ArrayBuffer> | string): void;
  end(whole: boolean): void;
}

/** What the tap knows to do with what the site's own functions do. */
export interface Ear {
  /** The route that a request goes to. None: not ours to hear. */
  route(method: unknown, address: unknown): Route | undefined;
  begin(
    route: Route,
    head: { readonly address: string; readonly status: number; readonly type: string | null },
    request: unknown,
  ): Heard;
}

/** Makes the ear of a site's routes. Functions that a page could replace later are taken now. */
export function earOf(routes: Site['routes'], tell: (signal: Signal) => void): Ear {
  const { host: home, protocol: scheme } = location;
  const URL = self.URL;
  const encoder = new TextEncoder();
  let last = 0;
  return {
    route(method, address) {
      const wanted = String(method).toUpperCase();
      const { protocol, host, pathname } = new URL(String(address), document.baseURI);
      // a socket of the same host counts as the same origin
      const isAt = (each: Route): boolean => protocol.replace('ws', 'http') === scheme && host === (each.host ?? home);
      return routes.find((each) => each.method === wanted && isAt(each) && each.path.test(pathname));
    },
    begin(route, head, request) {
      const number = ++last;
      tell({
        kind: 'begin',
        number,
        route: route.name,
        method: route.method,
        ...head,
        request: route.request ? bodyOf(request) : null,
      });
      return {
        add: (piece) =>
          tell({ kind: 'bytes', number, bytes: typeof piece === 'string' ? encoder.encode(piece) : piece }),
        end: (whole) => tell({ kind: 'end', number, whole }),
      };
    },
  };
}

function bodyOf(body: unknown): string | ArrayBuffer | null {
  if (typeof body === 'string' || body instanceof ArrayBuffer) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice().buffer;
  return body instanceof URLSearchParams ? `${body}` : null;
}
