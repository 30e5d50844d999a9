/** One line of a benchmark's table, as it is printed. */
export type Figure = {
  what: string
  value: string
  /** The least that the same work costs, measured in the same run. */
  floor?: string
  /** Our value divided by the floor, or by the other value that the target names. */
  ratio?: string
  target?: string
  /** Whether the target is reached; only with a target. */
  reached?: boolean
}

const grouped = (value: number, digits = 0) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const perSecond = (value: number) => `${grouped(value)}/s`
export const milliseconds = (value: number) => `${grouped(value, value < 100 ? 2 : 0)} ms`
export const times = (value: number) => `${grouped(value, 2)} x`
export const count = (value: number, noun: string) => `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`

/** A benchmark cannot be run here; its message says what is missing. */
export class Refusal extends Error {}
