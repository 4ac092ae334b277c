/**
 * Student's t distribution for whole degrees of freedom, which simple-statistics does not have. It decides
 * nothing; it refuses (throws on) degrees of freedom below 1 and probabilities outside 0.5 … 1, which are bugs.
 */

/**
 * P(|T| <= t) for t >= 0. Finite trigonometric series, exact for integers:
 * Abramowitz & Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
 */
export const centralProbability = (t: number, degrees: number): number => {
  const theta = Math.atan(t / Math.sqrt(degrees));
  const cosine = Math.cos(theta);
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
};

const known = new Map<string, number>();

/** The t below which the share `probability` (0.5 … 1, exclusive of 1) of the distribution lies. */
export const studentQuantile = (probability: number, degrees: number): number => {
  if (!Number.isInteger(degrees) || degrees < 1 || !(probability >= 0.5 && probability < 1)) {
    throw new RangeError(`no t quantile for p=${probability}, df=${degrees}`);
  }
  const key = `${probability}|${degrees}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const central = 2 * probability - 1;
  let low = 0;
  let high = 1;
  while (centralProbability(high, degrees) < central && high < 1e9) high *= 2;
  for (let step = 0; step < 80 && high - low > 1e-12 * high; step += 1) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, degrees) < central) low = middle;
    else high = middle;
  }
  // A bounded memory: the callers ask for few confidences and at most some hundred rounds.
  if (known.size > 5000) known.clear();
  known.set(key, high);
  return high;
};
