import { ext } from './browser';

/** Calls back when the extension was installed or updated, and when the browser starts. */
export function onStart(listener: (why: 'install' | 'update' | 'browser') => void): void {
  ext.runtime.onInstalled.addListener(({ reason }) => listener(reason === 'install' ? 'install' : 'update'));
  ext.runtime.onStartup.addListener(() => listener('browser'));
}
