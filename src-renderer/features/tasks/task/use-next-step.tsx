import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ProjectDetails, ProjectRole, RewardOfTask, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import {
  modeOf,
  type NextAct,
  nextActsOf,
  type NextFacts,
  plainSentence,
  rewardStateLabel,
  whyNoAct,
} from '#shared/rules/next-step.ts'
import { owedCents } from '#shared/rules/reward-money.ts'
import { answeredSentence, shortAmount } from '#shared/rules/reward-sentence.ts'
import { plainStateOf } from '#shared/rules/reward-state.ts'
import { isArchived, taskStatusLabel } from '#shared/rules/statuses.ts'
import { MANAGERS_GIVE, notGivenOutWhile } from '#shared/rules/why-not-take.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectQuery } from '#data/projects.ts'
import { rewardQuery } from '#data/rewards.ts'
import { useCall } from '#data/use-call.ts'
import { sinceDay } from '#lib/format.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { dateLocale } from '#lib/locale.ts'
import { paths } from '#lib/paths.ts'
import { asSentence, errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useConfirmPayment } from '#parts/payments/use-confirm-payment.ts'
import { submissionsQuery, useAnswerRound } from '../review/review-queries.ts'
import { useReviewer, useSayAccepted } from '../review/use-review.ts'

const ReviewDialogs = lazyPart(async () => (await import('../review/ReviewDialogs.tsx')).ReviewDialogs)

/** The acts whose calls exist; the others are in the table until theirs do. */
const withCalls: readonly NextAct[] = ['submit', 'accept', 'requestChanges', 'recordPayment', 'confirm']
const ofPayments: readonly NextAct[] = ['recordPayment', 'confirm']

type Seen = { label: string; sentence: string; amount: string | null; isLate: boolean }

const seenOfReward = (reward: RewardOfTask): Seen => {
  const { state, terms } = reward
  const owed = owedCents(reward)
  const currency = terms.currency ?? 'USD'
  const reader = { locale: dateLocale, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() }
  return {
    label: rewardStateLabel(reward),
    sentence: answeredSentence(reward, { ...reader, currency }),
    amount: owed ? shortAmount(owed, currency, dateLocale) : null,
    isLate: state === 'late',
  }
}

const actsOfMoney: readonly NextAct[] = ['take', 'apply', 'recordPayment', 'confirm', 'sayHowPaid']
/** Whether the act needs the network, because it is about money. */
export const isActOfMoney = (act: NextAct): boolean => actsOfMoney.includes(act)

export type NextStep = {
  /** What is read of it; null while it loads or cannot be read. */
  seen: Seen | null
  acts: readonly NextAct[]
  /** Why there is no act where one could be expected. */
  whyNot: string | null
  isPending: (act: NextAct) => boolean
  run: (act: NextAct) => void
  error: Error | null
  isFetching: boolean
  retry: () => void
  dialogs: ReactNode
}

/** Why members take no task without an offer; null where they do. */
const whyNotGivenOut = (project: ProjectDetails): string | null => {
  const state = notGivenOutWhile({
    status: project.status,
    isArchived: isArchived(project),
    isPaused: project.applicationsPaused ?? false,
  })
  if (state) return `Not given out while the project is ${state}.`
  return project.membersTake ? null : MANAGERS_GIVE
}

const sayFailure = (error: Error) => toast(asSentence(errorText(error, 'That could not be done')), 'error')

/** Taking a task, and confirming a payment; a repeat after a lost answer does it once. */
const useActs = (taskID: string) => {
  const keyOf = useKeyOfTry()
  const take = useCall('claims.take', {
    input: () => ({ params: { id: taskID }, body: { idempotencyKey: keyOf(taskID) } }),
    onSuccess: () => toast('The task is yours.', 'success'),
    onError: sayFailure,
    isStaleAfter: () => true,
  })
  return { take, confirm: useConfirmPayment() }
}

/** What the viewer can do next with a task, and what it waits for. */
export const useNextStep = (task: Task, role: ProjectRole): NextStep => {
  const hasRewards = useCapability('rewards', true)
  const hasReview = useCapability('review', hasRewards)
  const hasClaims = useCapability('claims', hasRewards)
  const hasPayouts = useCapability('payouts', hasRewards)
  const hasPayments = useCapability('taskPayments', hasRewards)
  const reward = useQuery(rewardQuery(task.id, hasRewards))
  const rounds = useQuery(submissionsQuery(task.id, hasReview))
  const reviewer = useReviewer(task.projectID, role, {
    isWanted: hasRewards,
    hasOwn: (id) => task.assignedToID === id,
  })
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'submit' | 'requestChanges' | null>(null)
  const sayAccepted = useSayAccepted(task)
  const openRound = typeof task.openRound === 'number' ? task.openRound : null
  const answer = useAnswerRound(task, openRound ?? 0)
  const { take, confirm } = useActs(task.id)
  const { data } = reward
  // Without an offer members take a task wherever the project gives anything out.
  const project = useQuery({ ...projectQuery(task.projectID), enabled: data === null })
  const stop = project.data ? whyNotGivenOut(project.data) : null
  const isReady =
    (data ?? project.data) !== undefined && (!hasReview || rounds.data !== undefined) && reviewer.viewerID !== undefined
  const plain = {
    status: task.status,
    holder: task.assignedToName?.trim() || task.assignedToUsername,
    isSentBack: rounds.data?.[0]?.state === 'changes',
  }
  const isHolder = reviewer.viewerID === (data?.holder ? data.holder.id : task.assignedToID)
  const facts: NextFacts = {
    state: data?.state ?? plainStateOf(plain),
    who: isHolder ? 'holder' : isManager(role) ? 'manager' : 'member',
    status: task.status,
    mode: data ? modeOf(data) : 'claim',
    whyNotTake: data ? data.whyNot : stop,
    hasOpenRound: openRound !== null,
    mayAnswer: reviewer.outcome(task.assignedToID, 'accept') === 'accepted',
    isOnlyManager: reviewer.outcome(reviewer.viewerID ?? null, 'accept') === 'accepted',
    saidHow: data?.blocker?.saidHow ?? null,
    isGuest: reviewer.isGuest,
  }
  const there = new Set(withCalls.filter((act) => (ofPayments.includes(act) ? hasPayments : hasReview)))
  if (hasClaims) there.add('take').add('apply')
  if (hasPayouts) there.add('sayHowPaid')
  const run = (act: NextAct) => {
    if (act === 'take') return take.mutate()
    // The page of the open task has the letter, the answer date and what has become of the application.
    if (act === 'apply') return void navigate(paths.openTask(task.id))
    if (act === 'confirm') return data?.paymentID ? confirm.mutate(data.paymentID) : undefined
    if (act === 'sayHowPaid') return void navigate(paths.settings('payout'))
    if (act === 'recordPayment') return void navigate(paths.payForTask(task.projectID, task.id))
    if (act === 'submit' || act === 'requestChanges') return setDialog(act)
    if (act === 'accept')
      // With an offer the bar itself has 'Record payment' next.
      answer.mutate(
        { act },
        { onSuccess: () => void (data ? toast('Accepted.', 'success') : sayAccepted()), onError: sayFailure },
      )
  }
  return {
    seen: !isReady
      ? null
      : data
        ? seenOfReward(data)
        : {
            label: taskStatusLabel(task.status),
            sentence: plainSentence(plain, task.waitsSince ? sinceDay(task.waitsSince) : null),
            amount: null,
            isLate: false,
          },
    acts: isReady ? nextActsOf(facts, there) : [],
    whyNot: whyNoAct(facts),
    isPending: (act) => ({ take, confirm, accept: answer })[act as 'take' | 'confirm' | 'accept']?.isPending ?? false,
    run,
    error: isReady ? null : (reward.error ?? rounds.error ?? project.error),
    isFetching: reward.isFetching || rounds.isFetching || project.isFetching,
    retry: () => [reward, rounds, project].forEach((one) => one.isError && void one.refetch()),
    dialogs: dialog && (
      <Suspense fallback={null}>
        <ReviewDialogs
          handIn={dialog === 'submit' ? task : null}
          sendBack={dialog === 'requestChanges' && openRound !== null ? { task, round: openRound } : null}
          onHandInClosed={() => setDialog(null)}
          onSendBackClosed={() => setDialog(null)}
          onSentBack={() => setDialog(null)}
        />
      </Suspense>
    ),
  }
}
