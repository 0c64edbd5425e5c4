import { forget, recall, remember } from './remembered';

/*
 * Which tabs the person just asked us to read. Kept in the browser session's storage: it ends when the browser does,
 * as the numbers of tabs do, and outlives the background.
 */
const key = (tab: number): string => `asked.${tab}`;

/** Remembers that a read was asked for in a tab. */
export const rememberAsked = (tab: number, job: string): Promise<void> => remember('session', key(tab), job);

/** The latest read that was asked for in a tab, or null. */
export async function askedIn(tab: number): Promise<string | null> {
  const job = await recall('session', key(tab));
  return typeof job === 'string' ? job : null;
}

export const forgetAsked = (tab: number): Promise<void> => forget('session', key(tab));

/* In which tabs the person asked to have a chat kept that its site does not keep: as long, at most. */
const welcome = (tab: number): string => `welcome.${tab}`;

export const rememberWelcome = (tab: number): Promise<void> => remember('session', welcome(tab), true);

export const isWelcome = async (tab: number): Promise<boolean> => (await recall('session', welcome(tab))) === true;

export const forgetWelcome = (tab: number): Promise<void> => forget('session', welcome(tab));
