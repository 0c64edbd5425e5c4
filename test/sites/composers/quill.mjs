// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* Quill, as one site has it: no toolbar, plain text. */
import Quill from 'quill';
import { asked, ready } from './page.mjs';

const quill = new Quill('#editor', { placeholder: 'Message', formats: asked.has('rich') ? undefined : [] });
quill.setText(asked.get('own') ?? '');
ready(() => quill.getText().replace(/\n$/, ''));
