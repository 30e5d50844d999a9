import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import { type ProjectDetails, REQUIRED_TEXT } from '#shared/contract/index.ts'
import { newTaskBody } from '#shared/rules/new-task.ts'
import { api, isUnreachable } from '#lib/api.ts'
import { offerOf } from '#parts/rewards/offer-of.ts'
import { type DraftTask, isComplete, isSameTask, isToCreate, sentDescription } from './draft-tasks.ts'
import { reasonOf } from './wizard-failure.ts'

type Change = (key: string, change: Partial<DraftTask>) => void

/**
 * Creates the chosen tasks that do not exist yet, one after the other from the last to the first, and reports each
 * result. Answers how many failed. A task whose last try got no answer is looked for first, so that it is never created
 * twice.
 */
export const createTasks = async (
  { id: projectID, currency = USUAL_CURRENCY }: Pick<ProjectDetails, 'id' | 'currency'>,
  tasks: readonly DraftTask[],
  change: Change,
): Promise<number> => {
  // The board shows the newest task on top, so the plan's first task is created last.
  const wanted = tasks.filter(isToCreate).reverse()
  const known = wanted.some(({ isUncertain }) => isUncertain)
    ? (await api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data
    : []
  let failed = 0
  for (const task of wanted) {
    const { key, title, doneWhen, estimateHours, isUncertain, reward } = task
    const fail = (reason: string, isLost = false) => {
      failed += 1
      change(key, { state: 'failed', reason, isUncertain: isLost })
    }
    if (!isComplete(task)) {
      fail(REQUIRED_TEXT)
      continue
    }
    const offer = offerOf(reward, currency)
    if (offer === null) {
      fail('Its reward is no amount.')
      continue
    }
    if (isUncertain && known.some((one) => isSameTask(one, task))) {
      change(key, { state: 'created', reason: '' })
      continue
    }
    change(key, { state: 'creating', reason: '' })
    try {
      const more = {
        ...(doneWhen && { doneWhen: doneWhen.map((text) => ({ text })) }),
        ...(estimateHours !== undefined && { estimateHours }),
        ...(offer && { offer }),
      }
      const description = sentDescription(task)
      await api.tasks.create({
        body: newTaskBody({ title, description, projectID, status: null, assignee: null, more }),
      })
      change(key, { state: 'created' })
    } catch (error) {
      fail(reasonOf(error), isUnreachable(error))
    }
  }
  return failed
}
