/*
 * Values that must never be kept. Each stands where the real site puts such a thing: in headers, in the session's
 * answer, in the page, in links inside conversations and in streams. All begin alike, so that a test can also look for
 * one it has forgotten.
 */
export const MARK = 'PLANTED';

const value = (name: string): string => `${MARK}${name}0123456789abcdefXYZ`;

export const COOKIE = value('Cookie');
export const DEVICE = `${MARK.toLowerCase()}-device-5d0c3a77-1b1e-4a0e-8a6b-1f0e2d3c4b5a`;
export const SIGNATURES = {
  estuary: value('EstuarySignature'),
  link: value('LinkSignature'),
  picture: value('PictureSignature'),
  sandbox: value('SandboxSignature'),
} as const;
export const SOCKET = value('SocketToken');
export const RESUME = value('ResumeToken');
export const CONDUIT = value('ConduitToken');

/** The bearer token of a generation: each renewal gives the next. It has the form of a JWT, as the site's has. */
export const bearer = (generation: number): string =>
  `eyJhbGciOiJSUzI1NiJ9.${value(`Bearer${generation}`)}.c2lnbmF0dXJl`;

/** The account label and ids of the signed-in person. */
export const WORKSPACE = 'b7a8f2d4-9c31-4e66-8f0a-7d2c51e0aa11';
export const PERSON = { id: 'user-PLANTEDPersonId77', name: 'Ada Planted', email: 'ada.planted@mail.example' } as const;

/** All of it, to search for in everything that is kept. */
export const plantedSecrets = (generations: number): readonly string[] => [
  COOKIE,
  DEVICE,
  ...Object.values(SIGNATURES),
  SOCKET,
  RESUME,
  CONDUIT,
  ...Array.from({ length: generations }, (_, generation) => bearer(generation)),
  PERSON.id,
  PERSON.email,
];
