import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isManager } from '../../../shared/rules/membership.ts'
import { useCapability } from '../../data/capabilities.ts'
import { useProjectRole } from '../../data/use-project-role.ts'
import { projectQuery } from '../../data/projects.ts'
import { visuallyHidden } from '../../ui/text-looks.ts'
import { AccountSettings } from './AccountSettings.tsx'
import { DangerZone } from './DangerZone.tsx'
import { DuplicateProject } from './DuplicateProject.tsx'
import { ProjectAudit } from './ProjectAudit.tsx'
import { ProjectInformation } from './ProjectInformation.tsx'
import { ProjectStatusSettings } from './ProjectStatusSettings.tsx'
import { RequestSettings } from './RequestSettings.tsx'
import { TaskTemplates } from './TaskTemplates.tsx'
import { TeamManagement } from './TeamManagement.tsx'

const column = { display: 'grid', gap: { xs: 1.5, md: 2 }, gridTemplateColumns: 'minmax(0, 1fr)' } as const

/** The project's settings that the viewer's role may see, and the viewer's own. */
export const SettingsTab = ({ projectID }: { projectID: string }) => {
  // The frame reads the project too, and offers Retry when that fails.
  const { data: project } = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const role = useProjectRole(projectID)
  const isOwner = role === 'owner'
  const hasClock = useCapability('clock', true)
  const hasCopy = useCapability('duplicate', isOwner)
  const hasTemplates = useCapability('templates', isManager(role))
  const hasAudit = useCapability('audit', isOwner)
  // A link to a field opens the form there.
  const field = useSearchParams()[0].get('edit')
  const [wasEditing, setIsEditing] = useState<boolean | null>(null)
  const isEditing = wasEditing ?? (field !== null && isManager(role))
  const whyNot = isEditing ? 'Save or cancel your changes to the project first.' : null
  return (
    <Box sx={column}>
      <Typography variant="h2" sx={visuallyHidden}>
        Settings
      </Typography>
      <Box
        sx={{
          ...column,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
          alignItems: 'start',
        }}
      >
        <Box sx={column}>
          <ProjectInformation
            projectID={projectID}
            project={project}
            isEditing={isEditing}
            field={field}
            onEditing={setIsEditing}
          />
          <TeamManagement projectID={projectID} />
          {hasClock && isManager(role) && project && <RequestSettings project={project} />}
          {isOwner && project && <ProjectStatusSettings project={project} />}
        </Box>
        <Box sx={column}>
          <AccountSettings />
        </Box>
      </Box>
      {hasTemplates && <TaskTemplates projectID={projectID} />}
      {hasCopy && <DuplicateProject projectID={projectID} whyNot={whyNot} />}
      {isOwner && <DangerZone projectID={projectID} whyNot={whyNot} />}
      {hasAudit && <ProjectAudit projectID={projectID} />}
    </Box>
  )
}
