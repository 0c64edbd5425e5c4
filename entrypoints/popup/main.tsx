import '../../src/ui/style.css';
import { sender } from '../../src/messages/send';
import { durability } from '../../src/platform/durability';
import { sendToOurs } from '../../src/platform/messaging';
import { giveBackHosts, hasHosts, hasSite, requestHosts, requestSite } from '../../src/platform/permissions';
import { frontTab, openOurPage, tabAddress } from '../../src/platform/tabs';
import { forgetWaiting, onWaiting, recallWaiting } from '../../src/platform/waiting';
import { PlaceProvider } from '../../src/ui/continue/waiting-doors';
import { showPage } from '../../src/ui/page';
import { Popup } from '../../src/ui/popup/popup';
import { WatchProvider } from '../../src/ui/watch/watch-doors';

const asked = new URLSearchParams(location.search).get('tab');
/** No tab has this number: what it shows is then unknown. */
const NO_TAB = -1;
const given = asked === null ? await frontTab() : Number(asked);
const tab = Number.isSafeInteger(given) ? Number(given) : NO_TAB;
const send = sender(sendToOurs);

const watching = { send, now: Date.now, hasSite, requestSite, giveBackHosts };
const placing = { send, now: Date.now, forgetWaiting, onWaiting, recallWaiting };

await showPage(document.body, (db) => (
  <PlaceProvider value={placing}>
    <WatchProvider value={watching}>
      <Popup
        db={db}
        send={send}
        tab={tab}
        now={Date.now}
        durability={durability}
        addressOf={tabAddress}
        requestSite={requestSite}
        hasHosts={hasHosts}
        requestHosts={requestHosts}
        openLibrary={(hash) => void openOurPage(`library.html${hash}`)}
      />
    </WatchProvider>
  </PlaceProvider>
));
