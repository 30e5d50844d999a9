import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { finishedClaimsQuery } from '#data/claims.ts'
import { ownProfileQuery } from '#data/people.ts'
import { userProjectsQuery } from '#data/projects.ts'
import { useSavedProjects } from '#data/saved-projects.ts'
import { paths } from '#lib/paths.ts'
import { FirstSteps } from '#parts/first-steps/FirstSteps.tsx'

/**
 * The first steps of a person who looks for work: undefined while loading, so that nothing is drawn that they would
 * push down, and null where the server has no profiles or does not answer.
 */
export const useContributorSteps = (isContributor: boolean): ReactElement | null | undefined => {
  const enabled = useCapability('profile', true) && isContributor
  const { data: profile, isLoading: isProfileLoading } = useQuery({ ...ownProfileQuery(), enabled })
  const { data: projects, isLoading: areProjectsLoading } = useQuery({ ...userProjectsQuery(), enabled })
  const hasClaims = useCapability('claims', enabled)
  const finished = useQuery(finishedClaimsQuery(hasClaims))
  const saved = useSavedProjects(isContributor)
  if (isProfileLoading || areProjectsLoading || finished.isLoading) return undefined
  if (!profile || !projects || !enabled) return null
  // Anyone who was invited has not asked for anything, and nobody applies to a project of their own. A task taken and
  // accepted is work found, and needs no application.
  const hasApplied = projects.some(({ status, role }) => status !== 3 && role !== 'owner')
  const isAccepted = profile.reputation > 0 || (finished.data?.length ?? 0) > 0
  return (
    <FirstSteps
      steps={[
        {
          label: 'Say who you are',
          why: 'A name and your skills: creators choose by them.',
          isDone: profile.name !== '' && profile.skills.length > 0,
          to: paths.settings('profile'),
        },
        {
          label: 'Find work',
          why: 'Save what you like, and it is there when you come back.',
          isDone: hasApplied || isAccepted || (saved?.length ?? 0) > 0,
          to: paths.market(),
        },
        {
          label: 'Apply',
          why: 'Open a project and send a few words. You hear from its owner here.',
          isDone: hasApplied || isAccepted,
          to: paths.market(),
        },
        ...(hasClaims
          ? [
              {
                label: 'First task accepted',
                why: 'Take an open task, hand it in, and its owner accepts it.',
                isDone: isAccepted,
                to: paths.marketTasks(),
              },
            ]
          : []),
      ]}
    />
  )
}
