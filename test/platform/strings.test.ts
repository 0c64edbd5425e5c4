import '../with-browser';
import { expect, test } from 'vitest';
import { t } from '../../src/platform/strings';

test('a key gives its words in the person’s language', () => {
  expect(t('extension_name')).toBe('Valise');
});
