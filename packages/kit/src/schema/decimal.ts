/** Whether a number is a whole multiple of another, as they are written in decimals. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0;
  if (!Number.isFinite(value)) return false;
  const [a, exponentA] = decimal(value);
  const [b, exponentB] = decimal(of);
  const exponent = Math.min(exponentA, exponentB);
  return (a * power(exponentA - exponent)) % (b * power(exponentB - exponent)) === 0n;
}

function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
