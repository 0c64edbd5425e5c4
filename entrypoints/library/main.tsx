import '../../src/ui/style.css';
import { sender } from '../../src/messages/send';
import { durability } from '../../src/platform/durability';
import { sendToOurs } from '../../src/platform/messaging';
import { giveBackHosts, grantedHosts, hasSite, requestHosts, requestSite } from '../../src/platform/permissions';
import { t } from '../../src/platform/strings';
import { forgetWaiting, onWaiting, recallWaiting } from '../../src/platform/waiting';
import { PlaceProvider } from '../../src/ui/continue/waiting-doors';
import { Library } from '../../src/ui/library/library';
import { showPage } from '../../src/ui/page';
import { WatchProvider } from '../../src/ui/watch/watch-doors';

document.title = t('library_title');
const holder = crypto.randomUUID();
const send = sender(sendToOurs);
const grants = { granted: grantedHosts, request: requestHosts, giveBack: giveBackHosts };
/** Where list and session have room beside each other: as in the style sheet. */
const wide = matchMedia('(min-width: 52.01rem)').matches;

const watching = { send, now: Date.now, hasSite, requestSite, giveBackHosts };
const placing = { send, now: Date.now, forgetWaiting, onWaiting, recallWaiting };

await showPage(document.body, (db) => (
  <PlaceProvider value={placing}>
    <WatchProvider value={watching}>
      <Library
        db={db}
        send={send}
        now={Date.now}
        newId={() => crypto.randomUUID()}
        holder={holder}
        grants={grants}
        durability={durability}
        wide={wide}
      />
    </WatchProvider>
  </PlaceProvider>
));
