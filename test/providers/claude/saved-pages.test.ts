import { claudeReader } from '../../../src/providers/claude/read';
import { overSavedPages } from '../kit/page/samples';

overSavedPages(claudeReader, 'claude/dom');
