/**
 * Returns a power of a number from 0 to 1, for an exponent that is not negative.
 *
 * `Math.pow` differs between engines in the last bits, and with it the demo galaxy would differ between machines. IEEE 754
 * defines products and square roots to the bit: the whole part of the exponent is a product, and each binary digit of its
 * fraction is a further square root.
 */
export function power(base: number, exponent: number): number {
  const whole = Math.floor(exponent);
  let result = 1;
  for (let count = 0; count < whole; count += 1) result *= base;
  let root = base;
  for (let rest = exponent - whole; rest > 0; ) {
    rest *= 2;
    root = Math.sqrt(root);
    if (rest < 1) continue;
    rest -= 1;
    result *= root;
  }
  return result;
}
