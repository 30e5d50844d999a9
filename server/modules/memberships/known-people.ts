import type { ProjectRole } from '#shared/contract/index.ts'
import { KNOWN_PEOPLE_MAX, type KnownPerson } from '#shared/contract/known-people.ts'
import { isManager } from '#shared/rules/membership.ts'
import { memberAccessOf } from '#server/access/access.ts'
import { holdAccessChanges, holdMembers, holdProjectToChange } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { taskAnswerMail } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { isPerson } from '../people/service.ts'
import { endClaims } from '../tasks/service.ts'
import * as repository from './known-people-repository.ts'
import { answerMail } from './mails.ts'
import { closeRequest } from './repository.ts'

/** People for whom a project vouches, and whom it blocks. They hear of neither. */

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Marking = Pick<Input<'knownPeople.vouch'>, 'params'>

/** The role of an owner or admin. Errors: 404 for who is no member, 403 for a member. */
const managerIn = async (db: DbOrTx, projectID: string, { userID }: Viewer): Promise<ProjectRole> => {
  const access = await memberAccessOf(db, projectID, userID)
  if (!access) throw notFound('Project not found')
  if (!isManager(access.role)) throw forbidden('Only owners and admins of the project may do that.')
  return access.role
}

/** Who is vouched for and who is blocked. Errors: 404, 403. */
const list = async (
  { db }: Pick<AppDeps, 'db'>,
  viewer: Viewer,
  { params: { id } }: Input<'knownPeople.list'>,
): Promise<KnownPerson[]> => {
  await managerIn(db, id, viewer)
  return (await repository.findMarked(db, id)).map((row) => ({ ...row, markedAt: row.markedAt.toISOString() }))
}

type Act = (tx: Tx, now: Date, before: repository.Mark | null, role: ProjectRole) => Promise<void>
/** Acts on a person's mark, in one transaction that holds their access, the project and both memberships. */
const change = ({ db, clock }: Deps, viewer: Viewer, { params: { id: projectID, userID } }: Marking, act: Act) =>
  withTx(db, async (tx) => {
    await holdAccessChanges(tx, projectID, userID)
    await holdProjectToChange(tx, projectID)
    const [, role, isKnown, mark] = await Promise.all([
      holdMembers(tx, projectID, [viewer.userID, userID]),
      managerIn(tx, projectID, viewer),
      isPerson(tx, userID),
      repository.findMark(tx, projectID, userID),
    ])
    if (!isKnown) throw notFound('There is no such person.')
    const now = clock.now()
    await act(tx, now, mark, role)
    await noteActivity(tx, projectID, viewer.userID, now)
    return { message: 'Saved.' }
  })

const about = (viewer: Viewer, { params: { id: projectID, userID } }: Marking) => ({
  ...{ actorID: viewer.userID, projectID, data: { userID } },
})

/** Marks a person. Errors: 409 for more people than a project may mark so. */
const put = async (tx: Tx, now: Date, viewer: Viewer, input: Marking, mark: repository.Mark): Promise<void> => {
  const { id: projectID, userID } = input.params
  if ((await repository.countMarked(tx, projectID, mark)) >= KNOWN_PEOPLE_MAX)
    throw conflict('CONFLICT', `A project has at most ${KNOWN_PEOPLE_MAX} ${mark} people.`)
  await repository.setMark(tx, { projectID, userID, mark, by: viewer.userID, now })
}

const vouch = (deps: Deps, viewer: Viewer, input: Marking) =>
  change(deps, viewer, input, async (tx, now, before) => {
    if (before === 'vouched') return
    await put(tx, now, viewer, input, 'vouched')
    await tell(tx, now, { kind: 'vouch.given', ...about(viewer, input) })
  })

/** Takes a mark away, if the person has it. */
const removeMark =
  (mark: repository.Mark, kind: 'vouch.taken' | 'person.unblocked') => (deps: Deps, viewer: Viewer, input: Marking) =>
    change(deps, viewer, input, async (tx, now, before) => {
      if (before !== mark) return
      await repository.deleteMark(tx, input.params.id, input.params.userID)
      await tell(tx, now, { kind, ...about(viewer, input) })
    })

/**
 * Blocks a person: their open applications are rejected, and claims without a hand-in end. Errors: 404, 403; 409 for a member,
 * and for more than a project may block.
 */
const block = (deps: Deps, viewer: Viewer, input: Marking) =>
  change(deps, viewer, input, async (tx, now, before, role) => {
    const { id: projectID, userID } = input.params
    if (before === 'blocked') return
    if (await memberAccessOf(tx, projectID, userID))
      throw conflict('CONFLICT', 'A member of the project cannot be blocked. Remove them first.')
    await put(tx, now, viewer, input, 'blocked')
    await tell(tx, now, { kind: 'person.blocked', ...about(viewer, input) })
    for (const { id: requestID, taskID } of await repository.findOpenApplications(tx, projectID, userID)) {
      await closeRequest(tx, { requestID, outcome: 'reject', answeredBy: viewer.userID, now })
      const ofRequest = { actorID: viewer.userID, projectID, requestID, subjectID: userID }
      await tell(tx, now, { kind: 'request.rejected', ...ofRequest, data: {} })
      await enqueue(tx, taskID === null ? answerMail : taskAnswerMail, { requestID }, now)
    }
    await endClaims(tx, { projectID, userID, by: { userID: viewer.userID, role }, now, isGone: false })
  })

export const knownPeople = {
  list,
  vouch,
  takeVouch: removeMark('vouched', 'vouch.taken'),
  block,
  unblock: removeMark('blocked', 'person.unblocked'),
}
