import type { OwnedProject } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'
import { FirstSteps } from '#parts/first-steps/FirstSteps.tsx'

/** The first steps of somebody who has work to give. Nothing is shown where the server does not say the state of the projects. */
export const CreatorSteps = ({ projects }: { projects: readonly OwnedProject[] }) => {
  const [newest] = projects
  const isTold = useCapability('market', true)
  if (!isTold || projects.some(({ standing }) => standing === null)) return null
  return (
    <FirstSteps
      steps={[
        {
          label: 'Create a project',
          why: 'A title and a sentence are enough to begin.',
          isDone: newest !== undefined,
          to: paths.ownerDashboard({ isNew: true }),
        },
        {
          label: 'Plan its tasks',
          why: 'Write them, paste a list, or have them suggested.',
          isDone: projects.some(({ standing }) => (standing?.tasks ?? 0) > 0),
          to: newest ? paths.projectTab(newest.id, 'tasks') : null,
        },
        {
          label: 'Invite someone',
          why: 'Or publish the project, and choose among those who apply.',
          isDone: projects.some(({ standing }) => (standing?.people ?? 1) > 1),
          to: newest ? paths.inviteMember(newest.id) : null,
        },
      ]}
    />
  )
}
