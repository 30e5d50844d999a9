import { isDeepStrictEqual } from 'node:util'
import type { Stage, StageList } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { firstStageOf } from '#shared/rules/stages.ts'
import { holdMembers, holdProjectToChange } from '#server/access/locks.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden, HttpError, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { unknownStage } from './hold-stage.ts'
import { requireInsider } from './insiders.ts'
import { findTask } from './repository.ts'
import { fieldsOf, saveIn, TRIES } from './saving.ts'
import * as repository from './stages-repository.ts'
import type { Staged, StagedMove } from './stages-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** The project's stages. Errors: 404 for anybody but members. */
const listStages = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'stages.list'>,
): Promise<StageList> => {
  await requireInsider(db, viewer, id)
  return repository.findStageList(db, id)
}

/** What a new list does to the stages that there are. */
type StagesPlan = {
  removed: Stage[]
  /** Those that get another status, as they were. */
  turned: Stage[]
  /** Those that are the first of their status, and stay but are that no more: their tasks do not name them yet. */
  firsts: Stage[]
}
const planOf = (before: readonly Stage[], after: ReadonlyArray<Omit<Stage, 'id'> & { id?: number }>): StagesPlan => {
  const now = (id: number) => after.find((stage) => stage.id === id)
  return {
    removed: before.filter(({ id }) => !now(id)),
    turned: before.filter(({ id, status }) => (now(id)?.status ?? status) !== status),
    firsts: before.filter(
      (stage) =>
        firstStageOf(before, stage.status) === stage &&
        now(stage.id) !== undefined &&
        firstStageOf(after, stage.status)?.id !== stage.id,
    ),
  }
}

/**
 * Moves tasks to the status of their stage, as by hand, in their order from the bottom up. Most moves change nothing but the
 * task and go together; those with credit, a review or a claim are made one by one. Errors: 409 that names a task which may
 * not move.
 */
const moveWithStages = async (
  tx: Tx,
  now: Date,
  viewer: Viewer,
  moving: readonly Staged[],
  stages: readonly Stage[],
) => {
  if (moving.length === 0) return
  const ranks = await repository.topRanks(tx, moving.length)
  const moves = moving.flatMap(({ id, stageID }, at) => {
    const stage = stages.find((one) => one.id === stageID)
    return stage ? [{ id, stageID, status: stage.status, rank: ranks[at] ?? '' }] : []
  })
  const moved = await repository.moveStaged(tx, now, viewer.userID, moves)
  for (const move of moves) if (!moved.has(move.id)) await moveWithStage(tx, now, viewer, move)
}

const moveWithStage = async (tx: Tx, now: Date, viewer: Viewer, { id, stageID, status, rank }: StagedMove) => {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findTask(tx, id, viewer.userID)
    if (!found) return
    try {
      if (await saveIn(tx, now, viewer, found, { after: { ...fieldsOf(found), status }, stageID, rank })) return
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error
      throw conflict('CONFLICT', `Task #${found.task_number} “${found.title}” cannot be moved: ${error.message}`)
    }
  }
  throw conflict('CONFLICT', 'Somebody else is changing a task of this stage. Please try again.')
}

const CHANGED_MEANWHILE = 'Somebody else has changed the stages. Please look at them again.'

/**
 * Writes the list of stages, all or nothing. The project is held against every transaction that puts a task into a stage
 * (`holdStage`), so that none is put into one that goes. Errors: 404 for anybody but members, 403 for a member; 409 with
 * the newer list for another version, and for a task that may not move with its stage; 422 for a stage that is not there.
 */
const replaceStages = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body }: Input<'stages.replace'>,
): Promise<StageList> =>
  withTx(db, async (tx) => {
    await holdProjectToChange(tx, projectID)
    const before = await repository.findStageList(tx, projectID)
    const wanted = body.stages.map(({ id, name, status, limit = null }) => ({ ...(id && { id }), name, status, limit }))
    const plan = planOf(before.stages, wanted)
    // Everybody who may get or lose reputation is held at once, as all transactions hold several members.
    const assignees = await repository.findAssignees(tx, projectID, plan.turned)
    await holdMembers(tx, projectID, [viewer.userID, ...assignees])
    if (!isManager(await requireInsider(tx, viewer, projectID)))
      throw forbidden('Only owners and admins of the project may change its stages.')
    if (body.version !== before.version) throw stale(CHANGED_MEANWHILE, before)
    if (wanted.some(({ id }) => id && !before.stages.some((stage) => stage.id === id))) throw unknownStage('stages')
    const inOrder = wanted.toSorted((a, b) => a.status - b.status)
    if (isDeepStrictEqual(inOrder, before.stages)) return before
    for (const stage of plan.firsts) await repository.nameStage(tx, projectID, stage)
    const moving = await repository.holdStaged(tx, projectID, plan.turned)
    const added = inOrder.filter(({ id }) => !id).length
    const { version, lastID } = await repository.countStages(tx, projectID, added)
    let nextID = lastID - added
    const stages = inOrder.map((stage) => ({ ...stage, id: stage.id ?? ++nextID }))
    await repository.leaveStages(
      tx,
      projectID,
      [...plan.removed, ...plan.turned].map(({ id }) => id),
    )
    await repository.writeStages(tx, projectID, stages)
    const now = clock.now()
    const told = { version, stages: stages.map(({ id, name, status }) => ({ id, name, status })) }
    await record(tx, now, { kind: 'project.stages', actorID: viewer.userID, projectID, data: told })
    await moveWithStages(tx, now, viewer, moving, stages)
    return { stages, version }
  })

export const stages = { list: listStages, replace: replaceStages }
