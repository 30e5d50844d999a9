import { fold } from '#shared/contract/fold.ts'
import type { Label } from '#shared/contract/index.ts'
import { LABELS_MAX } from '#shared/contract/index.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { holdAsManager, requireInsider } from './insiders.ts'
import * as repository from './labels-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** The project's labels, by name. Errors: 404 for anybody but members. */
const listLabels = async ({ db }: Deps, viewer: Viewer, { params: { id } }: Input<'labels.list'>): Promise<Label[]> => {
  await requireInsider(db, viewer, id)
  return repository.findLabels(db, id)
}

/**
 * Changes a project's labels while these and the viewer's role are locked, and records that. Errors: 404 for anybody but
 * members, 403 for a member, 422 for a name that another label has, those of `work`.
 */
const change = <T>(
  { db, clock }: Deps,
  viewer: Viewer,
  projectID: string,
  work: (tx: Tx) => Promise<{ answer: T; changed: number | null }>,
): Promise<T> =>
  withTx(db, async (tx) => {
    await holdAsManager(tx, viewer, projectID, 'Only owners and admins of the project may change its labels.')
    await repository.holdLabelsOf(tx, projectID)
    const { answer, changed: labelID } = await work(tx)
    if (labelID !== null) {
      const about = { actorID: viewer.userID, projectID }
      await record(tx, clock.now(), { kind: 'project.labels', ...about, data: { labelID } })
    }
    return answer
  })

const requireFreeName = (labels: readonly Label[], name: string, except?: number): void => {
  if (labels.some((label) => label.id !== except && fold(label.name) === fold(name)))
    throw invalid('name', 'The project has a label of this name already.')
}

const createLabel = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body: { name, colour } }: Input<'labels.create'>,
): Promise<Label> =>
  change(deps, viewer, projectID, async (tx) => {
    const labels = await repository.findLabels(tx, projectID)
    if (labels.length >= LABELS_MAX) throw invalid('name', `A project has at most ${LABELS_MAX} labels.`)
    requireFreeName(labels, name)
    const answer = await repository.insertLabel(tx, projectID, { name, colour })
    return { answer, changed: answer.id }
  })

const updateLabel = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, labelID }, body: edit }: Input<'labels.update'>,
): Promise<Label> =>
  change(deps, viewer, projectID, async (tx) => {
    const labels = await repository.findLabels(tx, projectID)
    const found = labels.find(({ id }) => id === labelID)
    if (!found) throw unknownLabel()
    const answer = { ...found, name: edit.name ?? found.name, colour: edit.colour ?? found.colour }
    if (answer.name === found.name && answer.colour === found.colour) return { answer, changed: null }
    requireFreeName(labels, answer.name, labelID)
    await repository.changeLabel(tx, projectID, answer)
    return { answer, changed: labelID }
  })

/** Deletes a label and takes it off all tasks, those in Trash too, and off all templates. */
const removeLabel = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, labelID } }: Input<'labels.remove'>,
): Promise<{ message: string }> =>
  change(deps, viewer, projectID, async (tx) => {
    if (!(await repository.deleteLabel(tx, projectID, labelID))) throw unknownLabel()
    return { answer: { message: 'The label was deleted.' }, changed: labelID }
  })

const unknownLabel = () => notFound('Label not found')

export const labels = { list: listLabels, create: createLabel, update: updateLabel, remove: removeLabel }
