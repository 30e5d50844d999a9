import { useNavigate } from 'react-router-dom'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { confirm } from '#lib/confirm.ts'
import { paths } from '#lib/paths.ts'
import { useRemoveMember } from '../data/mutations.ts'

/** After a question, removes a person from a project or lets the viewer leave it. */
export const useAskAndRemove = (projectID: string, viewerID: string | null) => {
  const navigate = useNavigate()
  const remove = useRemoveMember(projectID)
  return {
    isPending: remove.isPending,
    askAndRemove: async ({ userID, name }: Pick<Collaborator, 'userID' | 'name'>) => {
      const isSelf = userID === viewerID
      const isSure = await confirm({
        title: isSelf ? 'Leave this project?' : `Remove ${name} from the project?`,
        text: `${isSelf ? 'You lose' : `${name} loses`} access at once, and unfinished tasks become free. What was paid stays in the ledger.`,
        confirmLabel: isSelf ? 'Leave project' : 'Remove',
        isDangerous: true,
      })
      if (!isSure) return
      remove.mutate({ userID, name, isSelf }, { onSuccess: () => void (isSelf && navigate(paths.myProjects())) })
    },
  }
}
