/** What is said of an archive as a whole on its pages beside the manifests: those are not in the manifest they name. */
export interface Archive {
  /** The top folder. */
  readonly name: string;
  readonly release: string;
  readonly contentIdentity: string;
  readonly archiveIdentity: string;
}
