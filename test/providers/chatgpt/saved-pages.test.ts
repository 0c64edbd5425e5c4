import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { overSavedPages } from '../kit/page/samples';

overSavedPages(chatgptReader, 'chatgpt/dom');
