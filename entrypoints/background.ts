import { defineBackground } from 'wxt/utils/define-background';
import { backfillHandlers } from '../src/backfill/backfills';
import { composeServices } from '../src/background/compose';
import { browserDoors } from '../src/background/doors';
import { backgroundOf } from '../src/background/services';
import { checkSender } from '../src/capture/watch/check-sender';
import { captureHandlers } from '../src/capture/watch/handlers';
import { registrationOf } from '../src/capture/watch/registration';
import { afterBrowserStart, afterTabClosed } from '../src/capture/watch/tidy';
import { AGAIN, AGAIN_MINUTES, TIDY } from '../src/capture/watch/wake';
import { composeHandlers } from '../src/compose/handlers';
import { jobHandlers } from '../src/jobs/handlers';
import { answering } from '../src/messages/handle';
import { onAlarm, wakeBy } from '../src/platform/alarms';
import { onDownloadEnd } from '../src/platform/downloads';
import { keepForGood } from '../src/platform/durability';
import { onStart } from '../src/platform/lifecycle';
import { onMessage } from '../src/platform/messaging';
import { onPermissionsChange } from '../src/platform/permissions';
import { onTabClosed } from '../src/platform/tabs';
import { sites } from '../src/providers/sites';
import { readArtifact } from '../src/store/sessions';

/** Answers messages and follows the browser's events. Nothing is kept between them but in the database. */
export default defineBackground(() => {
  const background = backgroundOf(browserDoors);
  const register = registrationOf(sites, browserDoors);
  /** What fails here is tried again at the next event; the person hears of it where something is asked for. */
  const attempt = (work: () => Promise<unknown>): void => void work().catch(() => undefined);
  const capture = async () => (await background()).capture;

  const placing = composeServices(async (hash) => readArtifact((await background()).deliver.db, hash));
  const jobs = jobHandlers(async () => (await background()).jobs);
  const backfills = backfillHandlers(async () => (await background()).backfills);
  const handlers = { ...captureHandlers(capture), ...jobs, ...backfills, ...composeHandlers(placing) };
  onMessage(answering(handlers, (stamp, wanted) => checkSender(stamp, wanted, sites, browserDoors)));

  onStart((why) => {
    attempt(register);
    attempt(keepForGood);
    // installed over a database that is there (Firefox, for a while): no page has a part of it from before either
    if (why !== 'update') attempt(async () => afterBrowserStart(await capture()));
    attempt(async () => (await background()).afterStart());
  });
  onPermissionsChange(() => attempt(register));
  onTabClosed((tab) => attempt(async () => afterTabClosed(await capture(), tab)));
  /** The database may be closed by a full disk: without another alarm nothing would go on by itself when there is room. */
  const look = (name: string): void =>
    attempt(() =>
      background()
        .then((all) => all.afterAlarm(name))
        .catch(() => wakeBy(AGAIN, Date.now() + AGAIN_MINUTES * 60_000)),
    );
  onAlarm(look);
  onDownloadEnd((id) => attempt(async () => (await background()).afterDownload(id)));
  look(TIDY);
});
