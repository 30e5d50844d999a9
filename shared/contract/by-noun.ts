import type { Outline } from './endpoint.ts'
import { type ApiContract, contract } from './index.ts'

// For a program that makes one call and ends. In the CLI's bundle, scripts/outlines.ts replaces this module: nouns are
// files of their own and outlines are data, so that a request leaves before any schema is built.

/** The contract, noun by noun. */
export const contractByNoun = Object.fromEntries(
  Object.entries(contract).map(([noun, calls]) => [noun, async () => calls]),
) as unknown as { readonly [G in keyof ApiContract]: () => Promise<ApiContract[G]> }

/** What must be known of each call of a noun to send it. */
export const outlinesOf = (noun: keyof ApiContract): Promise<Readonly<Record<string, Outline>>> =>
  contractByNoun[noun]()
