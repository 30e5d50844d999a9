import type { Case } from '../case.ts'
import { accountCases } from './account.ts'
import { authCases } from './auth.ts'
import { membershipCases } from './memberships.ts'
import { platformCases } from './platform.ts'
import { projectCases } from './projects.ts'
import { taskCases } from './tasks.ts'
import { workCases } from './work.ts'

/** Every call of the contract, in each way it is made. */
export const cases: readonly (readonly [name: string, Case])[] = [
  authCases,
  accountCases,
  projectCases,
  membershipCases,
  taskCases,
  workCases,
  platformCases,
].flatMap((some) => Object.entries(some))
