import type { WishOfAccount } from '#shared/contract/profile.ts'
import { patternOf } from '#shared/rules/addresses.ts'
import { localData } from './browser-storage.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'

/** Where a new account goes first: to the task that it came for, or to the project that invites it. */
const placeOf = ({ projectID, task, isInvited }: WishOfAccount): string =>
  task && (task.isOffered || !isInvited)
    ? paths.openTask(task.id, { isInvited })
    : paths.projectDialog(projectID, { task: task?.number })

/** The place of a wish to which this device has not led yet. */
export const unusedWish = (wish: WishOfAccount | null | undefined): string | null => {
  const place = wish ? placeOf(wish) : null
  return place === null || markOf(place) === localData.get('usedWish') ? null : place
}
/** Notes that the person was led to a place, so that the next landing leads on. */
export const noteWishUsed = (place: string): void => localData.set('usedWish', markOf(place))

/** A place and for whom: other people of this device have wishes of their own. */
const markOf = (place: string): string => `${useSession.getState().userID ?? ''} ${place}`

/** The address that a visitor wanted to open before they had an account. */
export const wantedAddress = (): string | null => localData.get('redirectAfterLogin')

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** The open task or project that a visitor wanted to open. */
export const wantedWork = (): { taskID: string } | { projectID: string } | null => {
  const path = wantedAddress()?.replace(/[?#].*/, '') ?? ''
  const idIn = (name: 'openTask' | 'projectDialog') => patternOf(name).exec(path)?.[1]
  const [taskID = '', projectID = ''] = [idIn('openTask'), idIn('projectDialog')]
  if (uuid.test(taskID)) return { taskID }
  return uuid.test(projectID) ? { projectID } : null
}
