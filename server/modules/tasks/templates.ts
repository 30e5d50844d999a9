import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#shared/contract/events.ts'
import { type TaskTemplate, TEMPLATES_MAX } from '#shared/contract/index.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { unknownStage } from './hold-stage.ts'
import { holdAsManager, requireInsider } from './insiders.ts'
import { holdLabelsOf } from './labels-repository.ts'
import { countLabels } from './references-repository.ts'
import { findStages } from './stages-repository.ts'
import * as repository from './templates-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Change = EventData<'project.templates'>['change']

/** The project's templates, by name. Errors: 404 for anybody but members. */
const listTemplates = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'templates.byProject'>,
): Promise<TaskTemplate[]> => {
  await requireInsider(db, viewer, id)
  return repository.findTemplates(db, id)
}

/**
 * Changes a project's templates while the viewer's role and the project's labels are locked, and records what `work`
 * returns as `told`, if anything. Errors: 404 for anybody but members, 403 for a member, those of `work`.
 */
const change = <T>(
  { db, clock }: Deps,
  viewer: Viewer,
  projectID: string,
  work: (tx: Tx) => Promise<{ answer: T; told: { templateID: string; change: Change } | null }>,
): Promise<T> =>
  withTx(db, async (tx) => {
    await holdAsManager(tx, viewer, projectID, 'Only owners and admins of the project may change its templates.')
    // Templates name labels, so both change under one lock: no label goes while a template begins to name it.
    await holdLabelsOf(tx, projectID)
    const { answer, told } = await work(tx)
    if (told) {
      const about = { actorID: viewer.userID, projectID }
      await record(tx, clock.now(), { kind: 'project.templates', ...about, data: told })
    }
    return answer
  })

const requireFreeName = async (tx: Tx, projectID: string, { id, name }: TaskTemplate): Promise<void> => {
  if (await repository.hasTemplateNamed(tx, projectID, name, id))
    throw invalid('name', 'The project has a template of this name already.')
}

const requireLabels = async (tx: Tx, projectID: string, labelIDs: readonly number[]): Promise<void> => {
  if (labelIDs.length > 0 && (await countLabels(tx, projectID, labelIDs)) < labelIDs.length)
    throw invalid('labelIDs', 'There is no such label in this project.')
}

/** The project is held, so no stage goes before the transaction ends. */
const requireStage = async (tx: Tx, projectID: string, { stageID }: TaskTemplate): Promise<void> => {
  if (stageID === undefined || stageID === null) return
  if (!(await findStages(tx, projectID)).some(({ id }) => id === stageID)) throw unknownStage('stageID')
}

const requireRoom = async (tx: Tx, projectID: string): Promise<void> => {
  if ((await repository.countTemplates(tx, projectID)) >= TEMPLATES_MAX)
    throw invalid('name', `A project has at most ${TEMPLATES_MAX} templates. Delete one to save another.`)
}
const requireFits = (tx: Tx, projectID: string, template: TaskTemplate): Promise<unknown> =>
  Promise.all([
    requireFreeName(tx, projectID, template),
    requireLabels(tx, projectID, template.labelIDs),
    requireStage(tx, projectID, template),
  ])

/** Errors: 404, 403, and 422 for one template too many, a name that another one has, or labels or a stage that the project lacks. */
const createTemplate = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body }: Input<'templates.create'>,
): Promise<TaskTemplate> =>
  change(deps, viewer, projectID, async (tx) => {
    const { priority = 'none', estimateHours = null, labelIDs = [], stageID = null, doneWhen = [], ...texts } = body
    const answer = { id: uuidv7(), ...texts, priority, estimateHours, labelIDs, stageID, doneWhen }
    await Promise.all([requireRoom(tx, projectID), requireFits(tx, projectID, answer)])
    await repository.insertTemplate(tx, projectID, answer)
    return { answer, told: { templateID: answer.id, change: 'added' } }
  })

/** Changes what is sent. Errors: those of `createTemplate`, and 404 for a template that is not the project's. */
const updateTemplate = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, templateID }, body: edit }: Input<'templates.update'>,
): Promise<TaskTemplate> =>
  change(deps, viewer, projectID, async (tx) => {
    const found = await repository.findTemplate(tx, projectID, templateID)
    if (!found) throw unknownTemplate()
    const sent = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
    const answer: TaskTemplate = { ...found, ...sent }
    if (isDeepStrictEqual(answer, found)) return { answer, told: null }
    await requireFits(tx, projectID, answer)
    await repository.changeTemplate(tx, projectID, answer)
    return { answer, told: { templateID, change: 'changed' } }
  })

/** Errors: 404, 403, and 404 for a template that is not the project's. */
const removeTemplate = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, templateID } }: Input<'templates.remove'>,
): Promise<{ message: string }> =>
  change(deps, viewer, projectID, async (tx) => {
    if (!(await repository.deleteTemplate(tx, projectID, templateID))) throw unknownTemplate()
    return { answer: { message: 'The template was deleted.' }, told: { templateID, change: 'removed' } }
  })

/** Copies a project's templates into another one, which has none; `labelOf` and `stageOf` lead from the numbers of its labels and stages to those there. */
export const copyTemplates = async (
  tx: Tx,
  now: Date,
  { fromID, toID, by }: { fromID: string; toID: string; by: string },
  labelOf: ReadonlyMap<number, number>,
  stageOf: ReadonlyMap<number, number>,
): Promise<void> => {
  for (const template of await repository.findTemplates(tx, fromID)) {
    const labelIDs = template.labelIDs.flatMap((id) => labelOf.get(id) ?? [])
    const copy = { ...template, id: uuidv7(), labelIDs, stageID: stageOf.get(template.stageID ?? 0) ?? null }
    await repository.insertTemplate(tx, toID, copy)
    const data = { templateID: copy.id, change: 'added' } as const
    await record(tx, now, { kind: 'project.templates', actorID: by, projectID: toID, data })
  }
}

const unknownTemplate = () => notFound('Template not found')

export const templates = {
  byProject: listTemplates,
  create: createTemplate,
  update: updateTemplate,
  remove: removeTemplate,
}
