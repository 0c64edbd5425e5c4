/** What is found: a secret, which opens something, or what tells of a person. */
export type Group = 'secrets' | 'personal';

/** Every kind of what is found: its group, and the words that stand in its place where it is left out. */
export const KINDS = {
  'private-key': { group: 'secrets', words: 'private key', many: 'private keys' },
  'access-key': { group: 'secrets', words: 'access key', many: 'access keys' },
  password: { group: 'secrets', words: 'password', many: 'passwords' },
  login: { group: 'secrets', words: 'address with a password', many: 'addresses with a password' },
  email: { group: 'personal', words: 'e-mail address', many: 'e-mail addresses' },
  phone: { group: 'personal', words: 'phone number', many: 'phone numbers' },
  card: { group: 'personal', words: 'payment card', many: 'payment cards' },
} as const satisfies Readonly<Record<string, { readonly group: Group; readonly words: string; readonly many: string }>>;

export type SecretKind = keyof typeof KINDS;

/** Something found in a text. */
export interface Found {
  readonly kind: SecretKind;
  /** As it is written there. */
  readonly value: string;
  /** The same for all ways to write it. */
  readonly key: string;
}
