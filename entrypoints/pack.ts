import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { packHere } from '../src/jobs/pack-here';

/** A worker that packs an archive. */
export default defineUnlistedScript(packHere);
