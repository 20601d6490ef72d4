import { describe, expect, it } from 'vitest';
import { isSensitiveName } from './sensitive-names.js';

const words = (text: string) => text.split(' ');

describe('isSensitiveName', () => {
  it.each(
    words(
      'access account admin api app auth deploy encryption hmac master private secret service shared signing ssh subscription webhook',
    ),
  )('takes a key behind %s for a secret', (word) => {
    for (const name of [`${word}Key`, `${word}_key`, `${word.toUpperCase()}-KEYS`])
      expect(isSensitiveName(name)).toBe(true);
  });

  it.each(words('access api auth bearer refresh session'))(
    'takes tokens behind %s for secrets',
    (word) => {
      expect(isSensitiveName(`${word}_tokens`)).toBe(true);
    },
  );

  it.each(
    words('admin auth db ftp http ldap mail mongo mysql pg postgres proxy redis root smtp user'),
  )('takes a pass behind %s for a secret', (word) => {
    for (const name of [`${word}pass`, `${word}_pass`]) expect(isSensitiveName(name)).toBe(true);
  });

  it.each(
    words(
      'progress page pagination next continuation cursor max min per stop eos bos pad unk sep cls mask special first last end start current previous near at parse syntax lexer unexpected expected illegal stray reserved unrecognized unrecognised offending',
    ),
  )('takes no %s token for a secret', (word) => {
    for (const name of [`${word}_token`, `${word}Token`]) expect(isSensitiveName(name)).toBe(false);
  });

  it.each(
    words(
      'bypass compass key my_page_token tokens max_tokens token_count password_reset_url monkey',
    ),
  )('takes %s for no secret', (name) => {
    expect(isSensitiveName(name)).toBe(false);
  });

  it.each(
    words('token admin_token x_token at_password pass password api.key credentials cookie pwd'),
  )('takes %s for a secret', (name) => {
    expect(isSensitiveName(name)).toBe(true);
  });
});
