import { fold } from '#shared/contract/fold.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Label, LABEL_NAME_MAX, labelColours, LABELS_MAX } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { withData } from '#data/query.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useCreateLabel } from './mutations.ts'
import { labelsQuery } from './queries.ts'

const isCalled = (name: string) => (label: Label) => fold(label.name) === fold(name)

/** The project's labels for a field in which one types, which makes those that the project does not have. */
export const useMakeLabel = (projectID: string) => {
  const client = useQueryClient()
  const mayMake = isManager(useProjectRole(projectID))
  const options = labelsQuery(projectID, true)
  const { data: labels = [], isPending, isError, isFetching } = useQuery(options)
  const { mutateAsync } = useCreateLabel(projectID)
  /** The name of the label that can be made of the text; null where there is such a label or none may be made. */
  const newName = (text: string): string | null => {
    const name = text.trim().replaceAll(/\s+/gu, ' ').slice(0, LABEL_NAME_MAX)
    return !mayMake || name === '' || labels.length >= LABELS_MAX || labels.some(isCalled(name)) ? null : name
  }
  /** Makes the label, of the colour whose turn it is. Resolves with null, and says why, where that has failed. */
  const make = async (name: string): Promise<Label | null> => {
    try {
      const colour = labelColours[labels.length % labelColours.length] ?? 'grey'
      const { data: label } = await mutateAsync({ name, colour })
      client.setQueryData(options.queryKey, (answer) =>
        withData(answer, (all) => [...all.filter(({ id }) => id !== label.id), label]),
      )
      return label
    } catch (error) {
      toast(errorText(error, 'The label could not be created.'), 'error')
      return null
    }
  }
  /** The sentence where no label fits the text. */
  const noneText = (text: string): string => {
    const typed = text.trim()
    if (labels.length >= LABELS_MAX && typed !== '')
      return `No label “${typed}”. A project has at most ${LABELS_MAX} labels.`
    if (!mayMake)
      return typed === ''
        ? 'No labels yet. Owners and admins create them.'
        : `No label “${typed}”. Owners and admins create labels.`
    return labels.length === 0
      ? 'No labels yet. Type a name to create one.'
      : 'No more labels. Type a name to create one.'
  }
  return { labels, isPending, isError, isFetching, newName, make, noneText }
}
export const createText = (name: string): string => `Create label “${name}”`
export const LABELS_UNREAD = 'The labels could not be loaded.'
