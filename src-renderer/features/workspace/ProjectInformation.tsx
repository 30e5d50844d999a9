import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { isManager, roleLabels } from '#shared/rules/membership.ts'
import { membersQuery } from '#data/memberships.ts'
import { useKnownRole, useProjectRole } from '#data/use-project-role.ts'
import { latestTasksQuery } from '#data/tasks.ts'
import { relativeDays } from '#lib/format.ts'
import { useEditButton } from '#lib/use-edit-button.ts'
import { ProjectStatusDot } from '#ui/board/StatusDot.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { Facts } from './Facts.tsx'
import { lastChange, NONE, NOT_LOADED, projectTexts } from './project-facts.ts'
import { ProjectForm } from './ProjectForm.tsx'

type ProjectInformationProps = {
  projectID: string
  project: ProjectDetails | undefined
  isEditing: boolean
  /** The name of the field at which the form opens; null for the first one. */
  field: string | null
  onEditing: (isEditing: boolean) => void
}

/** The project's details, which owner and admin edit in place. */
export const ProjectInformation = ({ projectID, project, isEditing, field, onEditing }: ProjectInformationProps) => {
  const role = useProjectRole(projectID)
  const knownRole = useKnownRole(projectID)
  const tasks = useQuery(latestTasksQuery(projectID))
  const members = useQuery(membersQuery(projectID))
  const edit = useEditButton(isEditing)
  const texts = projectTexts(project)
  if (isEditing && project)
    return (
      <TitledCard title="Edit Project">
        <ProjectForm project={project} field={field} onDone={() => onEditing(false)} />
      </TitledCard>
    )
  return (
    <TitledCard
      title="Project Information"
      action={
        project &&
        isManager(role) && (
          <Button
            ref={edit}
            size="small"
            startIcon={<Pencil size={14} aria-hidden />}
            onClick={() => onEditing(true)}
            aria-label="Edit project"
          >
            Edit
          </Button>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Name', value: texts.name },
          { label: 'Organization', value: texts.organization },
          { label: 'Status', value: project ? <ProjectStatusDot project={project} where="workspace" /> : texts.status },
          { label: 'Your role', value: knownRole ? roleLabels[knownRole] : NONE },
          { label: 'Members', value: members.data?.length ?? (members.isError ? NONE : NOT_LOADED) },
          { label: 'Created', value: texts.created },
          {
            label: 'Last updated',
            value: project ? (relativeDays(lastChange(project, tasks.data?.tasks)) ?? NONE) : NOT_LOADED,
          },
          { label: 'Tier', value: texts.tier },
        ]}
      />
    </TitledCard>
  )
}
