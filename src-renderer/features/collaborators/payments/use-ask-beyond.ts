import { useQuery } from '@tanstack/react-query'
import { smallestUnitsOf } from '#shared/rules/reward-money.ts'
import { useCapability } from '#data/capabilities.ts'
import { moneyText } from '#lib/amounts.ts'
import { confirm } from '#lib/confirm.ts'
import { duesQuery } from '../data/queries.ts'
import type { Team } from '../data/use-team.ts'

/** A payment that settles first what this person is owed for this task; one that settles nothing names none. */
type Settling = { userID: string; taskID: string }

/**
 * Asks before more is recorded than is free: true when it is not more, or is to be recorded all the same. Where the server has no rewards
 * nothing is asked.
 */
export const useAskBeyond = ({
  projectID,
  summary,
}: Team): ((cents: number, settling?: Settling) => Promise<boolean>) => {
  const hasRewards = useCapability('rewards', true)
  const dues = useQuery({ ...duesQuery(projectID), enabled: hasRewards }).data?.data
  return async (cents, settling) => {
    const available = hasRewards ? (summary?.availableCents ?? null) : null
    if (!summary || available === null) return true
    const due = dues?.find(({ taskID, person }) => taskID === settling?.taskID && person.id === settling.userID)
    const more = cents - (due ? smallestUnitsOf(due.currency, due.amountCents) : 0) - Math.max(0, available)
    if (more <= 0) return true
    return confirm({
      title: 'More than is left',
      text: `This is ${moneyText(summary.currency, more)} more than is left. Record it all the same?`,
      confirmLabel: 'Record it',
      cancelLabel: 'No',
    })
  }
}
