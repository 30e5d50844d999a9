import { contractByNoun } from './by-noun.ts'
import type { Outline } from './endpoint.ts'

/**
 * What must be known of each call to send it, noun by noun. These are the calls of the contract themselves; in the bundle of the CLI
 * they are a list without schemas (scripts/outlines.ts), so that a request is on its way before the schemas are built.
 */
export const outlinesOf = (noun: keyof typeof contractByNoun): Promise<Readonly<Record<string, Outline>>> =>
  contractByNoun[noun]()
