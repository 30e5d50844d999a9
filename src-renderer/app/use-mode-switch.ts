import { useNavigate } from 'react-router-dom'
import { toAccountType } from '#shared/rules/account.ts'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { errorText } from '../lib/query-client.ts'
import { toast } from '../lib/toast.ts'
import { setUserType } from '../lib/user-type.ts'
import { useWrite } from '../lib/use-write.ts'

/** The acts behind 'Start working' and 'Post project', which change the mode. */
export const useModeSwitch = () => {
  const navigate = useNavigate()
  const startWorking = () => {
    setUserType('contributor')
    void navigate(paths.myProjects())
  }
  const check = useWrite({
    mutationFn: () => api.users.details({}),
    onSuccess: ({ data }) => {
      const isCreator = toAccountType(data.type) === 'creator'
      if (isCreator) setUserType('creator')
      void navigate(isCreator ? paths.ownerDashboard({ isNew: true }) : paths.creatorApplication())
    },
    onError: (error) => toast(errorText(error, 'Failed to fetch user details'), 'error'),
  })
  return { startWorking, postProject: () => check.mutate(), isChecking: check.isPending }
}
