/** Secrets that open nothing: made up here, in the shape that each issuer gives its own. Put together, so that no scanner takes this file for a leak. */
const of = (...pieces: readonly string[]): string => pieces.join('');
const TEN = 'aB3dE5gH7j';

export const SECRETS: Readonly<Record<string, string>> = {
  awsId: of('AKIA', 'QYLPMN5HHHFPZAM2'),
  github: of('ghp_', TEN, TEN, TEN, 'aB3dE5'),
  githubFine: of('github_pat_', '11AAAAAAA0', TEN, '_', TEN, TEN, TEN),
  gitlab: of('glpat-', TEN, TEN),
  openai: of('sk-', 'proj-', TEN, TEN, TEN, TEN),
  anthropic: of('sk-', 'ant-api03-', TEN.repeat(9), 'abc-AA'),
  google: of('AIza', 'SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'),
  stripe: of('sk_', 'live_', TEN, TEN, 'abcd'),
  slack: of('xoxb-', '123456789012-1234567890123-', TEN, TEN, 'abcd'),
  huggingface: of('hf_', 'abcdefghijklmnopqrstuvwxyzABCDEFGH'),
  npm: of('npm_', TEN, TEN, TEN, 'aB3dE5'),
  jwt: of('eyJ', 'hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.', TEN, TEN, TEN),
  login: 'https://admin:s3cr3tpass@internal.example.com',
  database: 'postgres://anna:pw12345678@db.corp.example:5432/boats',
  pem: of(
    '-----BEGIN RSA ',
    'PRIVATE KEY-----\n',
    'MIIEowIBAAKCAQEAq7BFUpkGp3+LQmlQYx2eqzDV+xeG8kx/sQFV18S5JhzGeIJN\n'.repeat(6),
    '-----END RSA PRIVATE KEY-----',
  ),
};

export const PERSONAL: Readonly<Record<string, string>> = {
  email: 'anna.muster+boats@example.org',
  emailAbroad: 'jürgen@bücher.example',
  phone: '+49 30 901820',
  phoneUs: '+1 (202) 456-1111',
  card: '4111 1111 1111 1111',
  cardAmex: '378282246310005',
};
