import { chatgpt } from './chatgpt/site';
import type { Site } from './contract';
import { practice } from './practice/site';
import { practising } from './practising';

/** Every site, sorted by id: light, for the page and the build. */
export const sites: readonly Site[] = [chatgpt, ...(practising ? [practice] : [])];

/** The site of an id, or null. */
export const siteById = (id: string): Site | null => sites.find((site) => site.id === id) ?? null;
