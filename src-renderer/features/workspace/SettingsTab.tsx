import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { projectQuery } from '#data/projects.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { AccountSettings } from '#parts/own-settings/AccountSettings.tsx'
import { DangerZone } from './DangerZone.tsx'
import { DuplicateProject } from './DuplicateProject.tsx'
import { ProjectAudit } from './ProjectAudit.tsx'
import { ProjectInformation } from './ProjectInformation.tsx'
import { ProjectStatusSettings } from './ProjectStatusSettings.tsx'
import { RequestSettings } from './RequestSettings.tsx'
import { TakingSettings } from './TakingSettings.tsx'
import { type SettingsSection, SettingsSections } from './SettingsSections.tsx'
import { StageSettings } from './StageSettings.tsx'
import { TaskTemplates } from './TaskTemplates.tsx'
import { TeamManagement } from './TeamManagement.tsx'
import { VisitorSettings } from './VisitorSettings.tsx'
import { WebhookSettings } from './WebhookSettings.tsx'

/** The project's settings that the viewer's role may see, and the viewer's own. */
export const SettingsTab = ({ projectID }: { projectID: string }) => {
  // The frame reads the project too, and offers Retry when that fails.
  const { data: project } = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const role = useProjectRole(projectID)
  const isOwner = role === 'owner'
  const hasClock = useCapability('clock', true)
  const hasCopy = useCapability('duplicate', isOwner)
  const hasTemplates = useCapability('templates', isManager(role))
  const hasStages = useCapability('stages', isManager(role))
  const hasClaims = useCapability('claims', isManager(role))
  const hasPages = useCapability('publicPages', isOwner)
  const hasWebhooks = useCapability('webhooks', isOwner)
  const hasAudit = useCapability('audit', isOwner)
  // A link to a field opens the form there.
  const field = useSearchParams()[0].get('edit')
  const [wasEditing, setIsEditing] = useState<boolean | null>(null)
  const isEditing = wasEditing ?? (field !== null && isManager(role))
  const whyNot = isEditing ? 'Save or cancel your changes to the project first.' : null
  const shown: ReadonlyArray<SettingsSection | false | undefined> = [
    {
      id: 'project',
      label: 'Project',
      content: (
        <ProjectInformation
          projectID={projectID}
          project={project}
          isEditing={isEditing}
          field={field}
          onEditing={setIsEditing}
        />
      ),
    },
    { id: 'team', label: 'Team', content: <TeamManagement projectID={projectID} /> },
    hasClock &&
      isManager(role) &&
      project && { id: 'requests', label: 'Requests', content: <RequestSettings project={project} /> },
    hasClaims && project && { id: 'taking', label: 'Taking tasks', content: <TakingSettings project={project} /> },
    isOwner && project && { id: 'status', label: 'Status', content: <ProjectStatusSettings project={project} /> },
    hasPages &&
      isOwner &&
      project && { id: 'visitors', label: 'Visitors', content: <VisitorSettings project={project} /> },
    hasStages && { id: 'stages', label: 'Stages', content: <StageSettings projectID={projectID} /> },
    hasTemplates && {
      id: 'templates',
      label: 'Task templates',
      content: <TaskTemplates projectID={projectID} />,
    },
    hasWebhooks && { id: 'webhooks', label: 'Webhooks', content: <WebhookSettings projectID={projectID} /> },
    hasCopy && {
      id: 'duplicate',
      label: 'Duplicate',
      content: <DuplicateProject projectID={projectID} whyNot={whyNot} />,
    },
    isOwner && {
      id: 'danger',
      label: 'Danger Zone',
      content: <DangerZone projectID={projectID} whyNot={whyNot} />,
    },
    { id: 'only-you', label: 'Only for you', content: <AccountSettings /> },
    hasAudit && { id: 'audit', label: 'Audit', content: <ProjectAudit projectID={projectID} /> },
  ]
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        Settings
      </Typography>
      <SettingsSections sections={shown.filter((section) => !!section)} />
    </>
  )
}
