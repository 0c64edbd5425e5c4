import type { ComponentChildren } from 'preact';

/** The address where it is one that a browser opens over the network, else null: nothing that runs, nothing of ours. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** A link out of the extension; plain words where the address is none of the web. */
export function OutsideLink({ address, children }: { address: string | null; children: ComponentChildren }) {
  const href = webAddress(address);
  if (href === null) return <bdi>{children}</bdi>;
  return (
    <a class="outside" href={href} target="_blank" rel="noopener noreferrer" title={href}>
      <bdi>{children}</bdi>
    </a>
  );
}
