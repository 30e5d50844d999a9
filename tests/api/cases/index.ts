import type { Case } from '../case.ts'
import { list } from './list.generated.ts'

/** Every call of the contract, in each way it is made. */
export const cases: readonly (readonly [name: string, Case])[] = list.flatMap((some) => Object.entries(some))
