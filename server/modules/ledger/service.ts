/**
 * Offers, and the ledger of what is reserved, owed and paid. offers.ts has the calls about a task's offer, endings.ts what
 * changes and deletions of tasks and projects do to it, settle.ts what a payment does, due-clock.ts reminds of pay dates, leaving.ts is
 * about accounts that are deleted, reading.ts lists what there is, and
 * reward.ts says what one task waits for, and currency.ts is about what follows when a project's currency changes.
 */
export { closeProjectOffers, followOffer, requireNothingOwed, requirePayable } from './endings.ts'
export { closeOfferOf, holdForOffer, offerNewTask, offers, requireBudgetFor } from './offers.ts'
export { followCurrency } from './currency.ts'
export { promisedIn, requireUnpaid } from './reading.ts'
export { agreeOn, findDueOf, forgive } from './agreement.ts'
export { findDisputedAmounts, whyNotDispute } from './disputable.ts'
export { findTaskFacts } from './facts-repository.ts'
export { findEntriesOfTask } from './reading.ts'
export { findRewardsOfClaims } from './claim-rewards.ts'
export { findDebtsOf, giveUpDues } from './leaving.ts'
export { runDueClock } from './due-clock.ts'
export { isPayee } from './reading-repository.ts'
export { findDues, findHandedIn } from './repository.ts'
export { findOwed, requireVoidable, returnPayment, settleDue } from './settle.ts'
export { addUpLedger, countEntries, findLedgerDifferences } from './check-repository.ts'
export { findStateDifferences } from './check-states.ts'
