import { chatgpt } from './chatgpt/site';
import type { Site } from './contract';

/** Every site, sorted by id: light, for the page and the build. */
export const sites: readonly Site[] = [chatgpt];

/** The site of an id, or null. */
export const siteById = (id: string): Site | null => sites.find((site) => site.id === id) ?? null;
