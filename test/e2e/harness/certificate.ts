import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate of our own for these host names, made on the spot. The browsers of the tests accept any. */
export async function certificateFor(hosts: readonly [string, ...string[]]): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: hosts[0] }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) }],
  });
  return { key: pems.private, cert: pems.cert };
}
