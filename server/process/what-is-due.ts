import type { AppDeps } from '../deps.ts'
import { runAddressClock } from '../modules/address-invitations/service.ts'
import { runCreatorClock } from '../modules/creator-applications/service.ts'
import { runDisputeClock } from '../modules/disputes/service.ts'
import { runDueClock } from '../modules/ledger/service.ts'
import { runDecisionClock } from '../modules/memberships/service.ts'
import { deleteDueAccounts, makeExports, removeExpiredExports } from '../modules/own-data/service.ts'
import { runProposalClock } from '../modules/proposals/service.ts'
import { runRatingClock } from '../modules/ratings/service.ts'
import { tellOfFalls } from '../modules/reputation/service.ts'
import { notifyOfDeadlines, runLeaseClock, runReviewClock } from '../modules/tasks/service.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'clockWatch' | 'config' | 'store' | 'logger'>

/**
 * Milliseconds until due work is done at the latest; after a standstill it is done at once. A look without a find costs
 * small reads.
 */
const EVERY_MS = 10_000

/** What time alone makes due. Each may be done by any number of processes at once, and takes effect once. */
const works: Readonly<Record<string, (deps: Deps) => Promise<void>>> = {
  'deadlines of tasks': notifyOfDeadlines,
  'answer dates of requests': runDecisionClock,
  'leases of claims': runLeaseClock,
  'review dates of tasks with an offer': runReviewClock,
  'answer dates of creator applications': runCreatorClock,
  'invitations by address': runAddressClock,
  'pay dates of what is owed': runDueClock,
  'proposals without an answer': runProposalClock,
  'disputes to state and to rule': runDisputeClock,
  'reviews of both sides': runRatingClock,
  'tiers that fell by the update': tellOfFalls,
  'deletions of accounts': deleteDueAccounts,
  'exports that wait': makeExports,
  'exports whose time is over': removeExpiredExports,
}

/** Does what time has made due since the last look, while the clock is right. What fails is logged, and is done by a later look. */
export const runDueWork = async (deps: Deps): Promise<void> => {
  for (const [name, work] of Object.entries(works)) {
    if (deps.clockWatch?.isOff()) return
    try {
      await work(deps)
    } catch (error) {
      // The database may be unreachable for a while.
      deps.logger.error({ err: error, work: name }, 'what is due cannot be done')
    }
  }
}

/**
 * Calls `runDueWork` at intervals. Does not keep the process alive. Returns a function that stops it and waits for a
 * run in progress.
 */
export const startDueWork = (deps: Deps, everyMs = EVERY_MS): (() => Promise<void>) => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const begin = () => {
    running = runDueWork(deps).then(() => {
      if (!isStopped) timer = setTimeout(begin, everyMs).unref()
    })
  }
  begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
