import { chatgpt } from './chatgpt/site';
import { claude } from './claude/site';
import type { Site } from './contract';
import { practice } from './practice/site';

/** Every site, sorted by id: light, for the page and the build. */
export const sites: readonly Site[] = [chatgpt, claude, ...(__PRACTICE__ ? [practice] : [])];

/** The site of an id, or null. */
export const siteById = (id: string): Site | null => sites.find((site) => site.id === id) ?? null;

/** The origin of a match pattern: what stands for a site's own where no address was seen. */
export const firstOrigin = (site: Site): string => site.origins[0].replace(/\/\*$/, '');
