import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../lib/query-client.ts'
import { toast } from '../lib/toast.ts'
import { useCapability } from './capabilities.ts'
import { dataOf, query, withData } from './query.ts'
import { useCall } from './use-call.ts'

const savedProjectsQuery = (isWanted = true) => query('savedProjects.list', {}, { select: dataOf, enabled: isWanted })

/** The IDs of the projects that the viewer has saved; undefined where the server keeps none, and until it has told them. */
export const useSavedProjects = (isWanted = true): readonly string[] | undefined => {
  const isKept = useCapability('market', true) && isWanted
  const { data } = useQuery(savedProjectsQuery(isKept))
  return isKept ? data : undefined
}

/** Saves a project, or saves it no longer. It is shown at once, and taken back when the server does not agree. */
export const useSaveProject = () => {
  const client = useQueryClient()
  const { queryKey } = savedProjectsQuery()
  type Press = { projectID: string; isSaved: boolean }
  const show = ({ projectID, isSaved }: Press) =>
    client.setQueryData(queryKey, (answer) =>
      withData(answer, (saved) => [...(isSaved ? [projectID] : []), ...saved.filter((id) => id !== projectID)]),
    )
  return useCall(({ isSaved }: Press) => (isSaved ? 'savedProjects.add' : 'savedProjects.remove'), {
    input: ({ projectID }) => ({ params: { id: projectID }, body: {} }),
    sameWhen: ({ projectID, isSaved }) => `${projectID} ${isSaved}`,
    onMutate: async (press) => {
      await client.cancelQueries({ queryKey })
      show(press)
    },
    onError: (error, press) => {
      show({ ...press, isSaved: !press.isSaved })
      toast(errorText(error, 'This did not work. Please try again.'), 'error')
    },
    refetch: 'none',
  })
}
