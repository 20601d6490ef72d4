import { formatType, type PgType } from '../../pg/index.js';
import { closest } from '../../text/index.js';
import type { Session } from '../model.js';
import { seesType } from './exposed-types.js';
import type { LiteralTyped } from './typed.js';

/** Reports a literal that cannot be read as a value of its type, where that is certain: enums, integers and booleans. */
export function checkLiteral(
  { text, location }: LiteralTyped['literal'],
  type: PgType,
  session: Session,
): void {
  const about = { code: 'type_mismatch', target: 'sql', name: text, location } as const;
  if (type.kind === 'enum') {
    const { labels } = type;
    if (labels === undefined || labels.includes(text) || !seesType(type, session)) return;
    const didYouMean = closest(text, labels);
    const message = `"${text}" is not a value of the enum ${formatType(type)}.`;
    session.report({ ...about, message, ...(didYouMean.length > 0 && { didYouMean }) });
  } else if (type.schema === 'pg_catalog' && !isReadable(text, type.name)) {
    session.report({ ...about, message: `"${text}" is not a value of type ${formatType(type)}.` });
  }
}

const BITS: Readonly<Record<string, number>> = { int2: 16, int4: 32, int8: 64 };
const SPACES = /^[ \t\n\v\f\r]+|(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/g;
const INTEGER =
  /^([+-]?)(\d+(?:_\d+)*|0x_?[\da-f]+(?:_[\da-f]+)*|0o_?[0-7]+(?:_[0-7]+)*|0b_?[01]+(?:_[01]+)*)$/i;
const BOOLEAN = /^(?:t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|of|off|0|1)$/i;

function isReadable(text: string, type: string): boolean {
  const bits = BITS[type];
  if (bits === undefined && type !== 'bool') return true;
  const bare = text.replace(SPACES, '');
  if (bits === undefined) return BOOLEAN.test(bare);
  const [, sign, digits] = INTEGER.exec(bare) ?? [];
  if (digits === undefined) return false;
  const size = BigInt(digits.replaceAll('_', ''));
  const value = sign === '-' ? -size : size;
  return BigInt.asIntN(bits, value) === value;
}
