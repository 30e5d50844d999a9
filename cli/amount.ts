import { InvalidArgumentError } from 'commander'

/** Reads an amount in whole units of the currency, with or without two decimals, in hundredths. `zero` says what 0 means. */
export const amountIn =
  (zero: string) =>
  (text: string): number => {
    const [, whole, part = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text) ?? []
    if (whole === undefined) throw new InvalidArgumentError(`Give an amount such as 40 or 40.50; ${zero}.`)
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  }
