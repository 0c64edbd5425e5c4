/*
 * Values that must never be kept. Each stands where the real site puts such a thing. All hold the same mark, so that a
 * test can also look for one it has forgotten.
 */
const value = (name: string): string => `PLANTED${name}0123456789abcdefXYZ`;

export const COOKIE = `sk-ant-sid01-${value('Session')}`;
export const DEVICE = `planted-device-8c1d2e77-1b1e-4a0e-8a6b-1f0e2d3c4b5a`;
export const PERSON = {
  uuid: '7d11aa00-0000-4000-8000-00000000PLANTED'.slice(0, 36),
  email_address: 'ada.planted@mail.example',
  full_name: 'Ada PLANTED',
} as const;
/** A file's address that the site signs. */
export const SIGNED = `https://www.claudeusercontent.com/files/chart.png?expires=1&signature=${value('Signature')}`;

export const plantedSecrets: readonly string[] = [COOKIE, DEVICE, PERSON.email_address, value('Signature')];
