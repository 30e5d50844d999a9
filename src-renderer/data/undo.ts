import type { QueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { cut } from '#shared/rules/cut.ts'
import { api, isApiError, isUnreachable } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'
import { closeToast, toast, type ToastType } from '../lib/toast.ts'
import { newerTask } from './stale-task.ts'
import { writeTask } from './tasks.ts'
import { takeBack } from './undo-calls.ts'
import { type Act, forgetActs, hasWayBack, keepAct, type LoggedChange, takeAct } from './undo-log.ts'
import { markStale } from './use-call.ts'
import { whoChanged } from './who-changed.ts'

useSession.subscribe(({ userID }, before) => {
  if (userID !== before.userID) forgetActs()
})

const changedSince = (who: string) => `${who} ${who === 'You' ? 'have' : 'has'} changed it since.`

const whyNotBack = async (client: QueryClient, { before }: LoggedChange, error: unknown): Promise<string> => {
  const newer = newerTask(error)
  if (newer) {
    writeTask(client, newer)
    return changedSince(await whoChanged(client, newer))
  }
  if (isApiError(error) && error.status === 409) return changedSince(await whoChanged(client, before))
  if (isApiError(error) && error.status === 404) return 'It is no longer there.'
  return isApiError(error) ? error.message : 'It could not be undone.'
}

const SHOWN = 5
/** The tasks that stay as they are, with the reason of each. */
const listOf = (kept: ReadonlyArray<{ title: string; reason: string }>): string => {
  const named = kept.slice(0, SHOWN).map(({ title, reason }) => `“${title}”: ${reason}`)
  return [...named, ...(kept.length > SHOWN ? [`${kept.length - SHOWN} more.`] : [])].join(' ')
}

const UNREACHABLE = 'The server cannot be reached right now. Nothing was undone.'
const undoOwn = async (act: Act, takeBack: () => Promise<void>): Promise<void> => {
  try {
    await takeBack()
  } catch (error) {
    if (!isUnreachable(error)) {
      const reason = isApiError(error) ? error.message.replace(/\.?$/, '.') : 'It could not be undone.'
      return void toast(`${reason} Nothing was undone.`, 'error')
    }
    keepAct(act)
    return void toast(UNREACHABLE, 'error')
  }
  undone = toast('Undone.', 'success')
}

const undo = async (client: QueryClient, act: Act): Promise<void> => {
  const changes = await act.changes
  // The act itself has failed, and a toast has said so.
  if (changes === null) return
  if (act.whyNot) return void toast(act.whyNot, 'error')
  if (act.takeBack) return undoOwn(act, act.takeBack)
  const kept: Array<{ title: string; reason: string }> = []
  let last: Task | undefined
  // Cards come back from the top of their columns down, so that each finds the one that was before it.
  for (const change of changes) {
    try {
      last = await takeBack(api.tasks, change)
      writeTask(client, last)
    } catch (error) {
      if (isUnreachable(error) && last === undefined) {
        keepAct(act)
        return void toast(UNREACHABLE, 'error')
      }
      kept.push({ title: cut(change.before.title, 60), reason: await whyNotBack(client, change, error) })
    }
  }
  const [first] = changes
  if (first) await markStale(client, 'tasks.bulk', { projectID: first.before.projectID })
  if (kept.length === 0) {
    undone = toast(changes.length > 1 ? `Undone for ${changes.length} tasks.` : 'Undone.', 'success')
    return
  }
  if (kept.length === changes.length)
    return void toast(
      kept.length === 1 ? `${kept[0]?.reason} Nothing was undone.` : `Nothing was undone. ${listOf(kept)}`,
      'error',
    )
  toast(`Undone for ${changes.length - kept.length} of ${changes.length} tasks. Not undone: ${listOf(kept)}`, 'info')
}

let queue = Promise.resolve()
/** Takes back the last own act of the last 10 minutes, and says what has come of it. Presses are done one after the other. */
export const undoLast = (client: QueryClient): Promise<void> => {
  const act = takeAct()
  offered = closeOffer()
  if (!act) toast('There is nothing to undo.', 'info')
  else queue = queue.then(() => undo(client, act)).catch(() => void toast('It could not be undone.', 'error'))
  return queue
}

/** The toast that offers to undo the last act. */
let offered: string | undefined
/** The toast that says what the last undo has done: it goes when the next act has a toast, whose Undo is about something else. */
let undone: string | undefined
const closeOffer = (): undefined => {
  if (offered) closeToast(offered)
}
/** Says what an act has done, with Undo where there is a way back. Only the last act has the button. */
export const sayDone = (client: QueryClient, message: string, type: ToastType = 'success'): void => {
  closeOffer()
  if (undone) closeToast(undone)
  const action = { label: 'Undo', run: () => void undoLast(client) }
  offered = toast(message, type, hasWayBack() ? { action } : {})
}
