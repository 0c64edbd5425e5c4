import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { verifyHere } from '../src/jobs/verify-here';

/** A worker that verifies one. */
export default defineUnlistedScript(verifyHere);
