declare module '@citation-js/core' {
  /** References, as CSL-JSON; throws over what no plugin reads. */
  export class Cite {
    constructor(data: unknown);
    readonly data: readonly Readonly<Record<string, unknown>>[];
    format(name: string, options: { readonly format: string }): string;
  }
}
declare module '@citation-js/plugin-csl';
declare module '@citation-js/plugin-ris';
