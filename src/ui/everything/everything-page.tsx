import type { Send } from '../../messages/send';
import { sites } from '../../providers/sites';
import type { Database } from '../../store/database';
import type { Grants } from '../library/doors';
import { SiteSection } from './site-section';

interface EverythingProps {
  readonly db: Database;
  readonly send: Send;
  readonly grants: Grants;
}

/** Bring in everything: each site that can list what it has. */
export function EverythingPage(doors: EverythingProps) {
  return (
    <div class="stack">
      {sites
        .filter(({ lists }) => lists)
        .map((site) => (
          <SiteSection key={site.id} site={site} {...doors} />
        ))}
    </div>
  );
}
