import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { useStages } from '#data/stages.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { ToChange } from './ChangesDialog.tsx'
import { type Destination, isElsewhere } from '../data/columns.ts'
import type { useMoveTask } from '../data/use-move-task.ts'
import { isByHandInAlone, useReviewer, whyNotHandIn, whyNotLeaveReview } from './use-review.ts'

const ReviewDialogs = lazyPart(async () => (await import('./ReviewDialogs.tsx')).ReviewDialogs)

type Move = ReturnType<typeof useMoveTask>
type HandIn = { task: Task; to: Destination; settle: ((outcome: string | null) => void) | null }
type SendBack = ToChange & { to: Destination; settle: (outcome: string | null) => void }

/**
 * What board moves mean for reviews, where the server has them. Dropping one's own task on Under Review moves it at
 * once and opens the sheet for handing it in; closing the sheet leaves the card there. With an offer the hand-in alone moves
 * it: closing the sheet puts the card back, and nobody but its holder can drop it there. When a manager drags back a task
 * with an open round, it moves after they have said what to change; cancelling leaves card and round as they were.
 */
export const useReviewedMoves = (
  projectID: string,
  tasks: readonly Task[],
  role: ProjectRole,
  move: Move,
): { move: Move; whyNot: (task: Task, status: number) => string | null; dialogs: ReactNode } => {
  const isOffered = useCapability('review', true)
  const { stages } = useStages(projectID)
  const [handIn, setHandIn] = useState<HandIn | null>(null)
  const [sendBack, setSendBack] = useState<SendBack | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const { viewerID, outcome } = useReviewer(projectID, role, {
    isWanted: isOffered,
    hasOwn: (id) => tasks.some(({ openRound, assignedToID }) => openRound && assignedToID === id),
  })
  // The board wants the same functions at every render, or each card is drawn again.
  const whyNot = useCallback(
    (task: Task, status: number) =>
      isOffered ? (whyNotHandIn(task, status, viewerID) ?? whyNotLeaveReview(task, status, outcome)) : null,
    [isOffered, viewerID, outcome],
  )
  const moveReviewed = useCallback<Move>(
    (task, to, beside) => {
      const { openRound = null } = task
      const { status } = to
      if (!isOffered || status === task.status) return move(task, to, beside)
      if (status === taskStatus.underReview && openRound === null && task.assignedToID === viewerID) {
        setIsUsed(true)
        if (isByHandInAlone(task)) return new Promise((settle) => setHandIn({ task, to, settle }))
        setHandIn({ task: { ...task, status }, to, settle: null })
        return move(task, to, beside)
      }
      const isBack = openRound !== null && status !== taskStatus.completed
      if (!isBack || outcome(task.assignedToID, 'moveBack') !== 'changes') return move(task, to, beside)
      setIsUsed(true)
      return new Promise((settle) => setSendBack({ task, round: openRound, to, settle }))
    },
    [isOffered, viewerID, outcome, move],
  )

  const end = (result: string | null) => {
    sendBack?.settle(result)
    setSendBack(null)
  }
  const dialogs = isUsed && (
    <Suspense fallback={null}>
      <ReviewDialogs
        handIn={handIn?.task ?? null}
        sendBack={sendBack}
        onHandInClosed={() => {
          handIn?.settle?.(`${handIn.task.title} stays in ${taskStatusLabel(handIn.task.status)}.`)
          setHandIn(null)
        }}
        onHandedIn={(task) => {
          // The sheet closes by itself; what it settles then is settled already.
          handIn?.settle?.(null)
          if (handIn?.settle && isElsewhere(stages, task, handIn.to)) void move(task, handIn.to)
        }}
        onSendBackClosed={() =>
          end(`${sendBack?.task.title ?? 'The task'} stays in ${taskStatusLabel(taskStatus.underReview)}.`)
        }
        onSentBack={(task) => {
          const to = sendBack?.to ?? { status: task.status }
          end(null)
          // The answer brings the task to the first column of In Progress; it was dropped on another one.
          if (isElsewhere(stages, task, to)) void move(task, to)
        }}
      />
    </Suspense>
  )
  return { move: moveReviewed, whyNot, dialogs }
}
