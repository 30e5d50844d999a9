import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { toAccountType } from '#shared/rules/account.ts'
import { userProjectsQuery } from '#data/projects.ts'
import { dataOf, query } from '#data/query.ts'
import { paths } from '#lib/paths.ts'
import { setUserType } from '#lib/user-type.ts'

/** What 'Create My First Project' hands on to this page. */
export const firstProject = { createFirst: true } as const

/**
 * Takes a creator without a project to the wizard: from 'Create My First Project', or when the page is the first to be
 * opened and is empty. A person who comes from within the app wants to see the page.
 */
export const useFirstProject = (): void => {
  const { state, key, hash } = useLocation() as { state: unknown; key: string; hash: string }
  const navigate = useNavigate()
  const { data: projects } = useQuery(userProjectsQuery())
  const wantsFirst = (state as Partial<typeof firstProject> | null)?.createFirst === true
  const hasNone = wantsFirst
    ? projects?.every(({ role }) => role?.toLowerCase() !== 'owner')
    : key === 'default' && hash === '' && projects?.length === 0
  const { data: type } = useQuery(query('users.details', {}, { enabled: hasNone === true, select: dataOf }))
  const isLedOn = hasNone === true && type !== undefined && toAccountType(type.type) === 'creator'
  useEffect(() => {
    if (!isLedOn) return
    setUserType('creator')
    void navigate(paths.ownerDashboard({ isNew: true }), { replace: true })
  }, [isLedOn, navigate])
}
