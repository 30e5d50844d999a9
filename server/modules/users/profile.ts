import type { ProfileChanges } from '#shared/contract/index.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { storedPicture } from './picture.ts'
import * as repository from './profile-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const changed = (userID: string, fields: string[]) =>
  ({ kind: 'account.profileChanged', actorID: userID, subjectID: userID, data: { fields } }) as const

/** Changes what is given of the viewer's profile. What is as it was before leaves no event. Errors: 429 for too many names in an hour. */
export const changeProfile = ({ db, clock }: Deps, { userID }: Viewer, changes: ProfileChanges): Promise<void> => {
  const now = clock.now()
  return withTx(db, async (tx) => {
    const before = await repository.holdProfile(tx, userID)
    const names = Object.keys(before) as Array<keyof typeof before>
    const fields = names.filter(
      (name) => changes[name] !== undefined && JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
    )
    if (fields.length === 0) return
    if (fields.includes('name')) await requireWithin(tx, now, limitOf('rename', userID))
    await repository.updateProfile(tx, userID, changes, now)
    await record(tx, now, changed(userID, fields))
  })
}

/** Notes that the viewer was led to their profile; answers whether that was the first time. */
export const welcome = async ({ db, clock }: Deps, { userID }: Viewer): Promise<{ isFirst: boolean }> => ({
  isFirst: await repository.markWelcomed(db, userID, clock.now()),
})

/**
 * Stores the viewer's picture from base64, unless the call ends before it is drawn. Errors: 413 beyond 2 MB; 422 for
 * anything but a PNG, JPEG or WebP, and for huge ones; 429 for too many in an hour or at once; 503 when too many are
 * being drawn.
 */
export const setPicture = async (
  { db, clock, heavy, draw }: Deps & DrawingDeps,
  { userID }: Viewer,
  { body }: Input<'users.setPicture'>,
  context: RequestContext,
): Promise<{ hasPicture: boolean }> => {
  const over = context.over()
  const leave = await heavy.picture(userID, over)
  try {
    const now = clock.now()
    await requireWithin(db, now, limitOf('picture', userID))
    const picture = await storedPicture(body.picture, (bytes, drawing) => draw(bytes, drawing, over))
    await withTx(db, async (tx) => {
      await repository.savePicture(tx, userID, picture, now)
      await record(tx, now, changed(userID, ['picture']))
    })
    return { hasPicture: true }
  } finally {
    leave()
  }
}

/** Removes the viewer's picture; without one nothing happens. */
export const removePicture = async ({ db, clock }: Deps, { userID }: Viewer): Promise<{ hasPicture: boolean }> => {
  const now = clock.now()
  await withTx(db, async (tx) => {
    if (await repository.deletePicture(tx, userID)) await record(tx, now, changed(userID, ['picture']))
  })
  return { hasPicture: false }
}
