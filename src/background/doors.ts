import { pauseMarking } from '../capture/watch/marks';
import type { BrowserDoors } from '../capture/watch/services';
import { wakeAt, wakeEvery } from '../platform/alarms';
import * as asked from '../platform/asked';
import { markTab } from '../platform/badge';
import { stopDownload } from '../platform/downloads';
import { ourOrigin } from '../platform/messaging';
import { giveBackHosts, grantedHosts, hasSite } from '../platform/permissions';
import * as scripts from '../platform/scripts';
import * as tabs from '../platform/tabs';

/** What of the browser the background works with. */
export const browserDoors: BrowserDoors = {
  ...asked,
  ...scripts,
  ...tabs,
  giveBackHosts,
  grantedHosts,
  hasSite,
  markPaused: pauseMarking(markTab),
  ourOrigin,
  stopDownload,
  wakeAt,
  wakeEvery,
};
