// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* A page on which nobody can write anything but what is to be found. */
import { ready } from './page.mjs';

ready(() => '');
