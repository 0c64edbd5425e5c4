import type { Report } from '../model/session';
import type { SessionView } from '../projection/view';
import { audit } from './audit';
import { deletion } from './deletion';
import { exporting } from './export';
import type { Facts } from './facts';
import { inspection } from './inspection';
import { replay } from './replay';

/** The five tests of a session, computed from what the archive holds alone. */
export const reportOf = (view: SessionView, facts: Facts): Report => ({
  inspection: inspection(view),
  export: exporting(view, facts),
  replay: replay(view, facts),
  audit: audit(view, facts),
  deletion: deletion(view),
});
