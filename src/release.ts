import { version } from '../package.json';

/** The release, as archives and logs name it. */
export const release: string = version;
