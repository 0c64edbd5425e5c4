/** What is found: a secret, which opens something, or what tells of a person. */
export type Group = 'secrets' | 'personal';

/** Every kind of what is found: its group, and the words that stand in its place where it is left out. */
export const KINDS = {
  'private-key': { group: 'secrets', words: 'private key' },
  'access-key': { group: 'secrets', words: 'access key' },
  password: { group: 'secrets', words: 'password' },
  login: { group: 'secrets', words: 'address with a password' },
  email: { group: 'personal', words: 'e-mail address' },
  phone: { group: 'personal', words: 'phone number' },
  card: { group: 'personal', words: 'payment card' },
} as const satisfies Readonly<Record<string, { readonly group: Group; readonly words: string }>>;

export type SecretKind = keyof typeof KINDS;

/** Something found in a text. */
export interface Found {
  readonly kind: SecretKind;
  /** As it is written there. */
  readonly value: string;
  /** The same for all ways to write it. */
  readonly key: string;
}
