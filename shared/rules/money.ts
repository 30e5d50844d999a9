/**
 * Currencies whose smallest unit is not a hundredth, by number of decimals. Listed here, because browsers disagree on
 * them and everybody must read the same amount; money.test.ts compares with Node's.
 */
const decimals: ReadonlyArray<readonly [count: number, codes: string]> = [
  [0, 'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP'],
  [0, 'UGX VND VUV XAF XOF XPF YER'],
  [3, 'BHD JOD KWD LYD OMR TND'],
]

export const decimalsOf = (currency: string): number =>
  decimals.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2

/** Whether there is a currency of this code; XXX and BTC are none. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** An amount in the smallest unit of its currency, for files and fields: '1234.50' of USD, '1000' of JPY. */
export const decimalOf = (currency: string, amount: number): string => {
  const count = decimalsOf(currency)
  return (amount / 10 ** count).toFixed(count)
}

/** One person's share of an amount. Weights are not negative. */
export type Share = { userID: string; weight: number }
export type Part = { userID: string; amountCents: number }

/**
 * Splits whole cents by weights into parts that add up exactly: the cents left after rounding down go one by one to the
 * largest remainders, earlier shares first. Null when no weight is above 0.
 */
export const splitAmount = (amountCents: number, shares: readonly Share[]): Part[] | null => {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 0) || shares.some(({ weight }) => weight < 0)) return null
  const parts = shares.map(({ userID, weight }, index) => {
    const exact = (amountCents * weight) / total
    const whole = Math.floor(exact)
    return { userID, amountCents: whole, remainder: exact - whole, index, isWeighted: weight > 0 }
  })
  let left = amountCents - parts.reduce((sum, part) => sum + part.amountCents, 0)
  const byRemainder = parts
    .filter((part) => part.isWeighted)
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (let turn = 0; left > 0; turn += 1) {
    const part = byRemainder[turn % byRemainder.length]
    if (!part) break
    part.amountCents += 1
    left -= 1
  }
  return parts.map(({ userID, amountCents: cents }) => ({ userID, amountCents: cents }))
}
