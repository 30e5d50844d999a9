import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { finishedClaimsQuery } from '#data/claims.ts'
import { ownProfileQuery } from '#data/people.ts'
import { userProjectsQuery } from '#data/projects.ts'
import { useSavedProjects } from '#data/saved-projects.ts'
import { paths } from '#lib/paths.ts'
import { FirstSteps } from '#parts/first-steps/FirstSteps.tsx'
import { useHiddenSteps } from '#parts/first-steps/hidden-steps.ts'

/**
 * The first steps of a person who looks for work: undefined while loading, so that nothing is drawn that they would
 * push down, and null where the server has no profiles or does not answer. Nothing is read for them once they are put away, or
 * were all done on this device.
 */
export const useContributorSteps = (isContributor: boolean): ReactElement | null | undefined => {
  const [isPutAway] = useHiddenSteps('')
  const [isThrough, rememberThrough] = useHiddenSteps('-through')
  const isNew = isContributor && !isPutAway && !isThrough
  const enabled = useCapability('profile', isNew) && isNew
  const { data: profile, isLoading: isProfileLoading } = useQuery({ ...ownProfileQuery(), enabled })
  const { data: projects, isLoading: areProjectsLoading } = useQuery({ ...userProjectsQuery(), enabled })
  const hasClaims = useCapability('claims', enabled)
  const finished = useQuery(finishedClaimsQuery(hasClaims))
  const saved = useSavedProjects(enabled)
  // Anyone who was invited has not asked for anything, and nobody applies to a project of their own. A task taken and
  // accepted is work found, and needs no application.
  const hasApplied = projects?.some(({ status, role }) => status !== 3 && role !== 'owner') ?? false
  const isAccepted = (profile?.reputation ?? 0) > 0 || (finished.data?.length ?? 0) > 0
  const isKnown = profile !== undefined && profile.name !== '' && profile.skills.length > 0
  // A profile that another page has left in the cache says nothing here, and without the capabilities an application would be enough.
  const isAllDone = enabled && isKnown && (isAccepted || (hasApplied && !hasClaims))
  useEffect(() => {
    if (isAllDone) rememberThrough()
  }, [isAllDone, rememberThrough])
  if (isProfileLoading || areProjectsLoading || finished.isLoading) return undefined
  if (!profile || !projects || !enabled) return null
  return (
    <FirstSteps
      steps={[
        {
          label: 'Say who you are',
          why: 'A name and your skills: creators choose by them.',
          isDone: isKnown,
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
