import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { ProjectDetails } from '../../../shared/contract/index.ts'
import { readinessOf } from '../../../shared/rules/readiness.ts'
import { paths } from '../../lib/paths.ts'
import { ReadinessLine } from '../../ui/ReadinessLine.tsx'
import { radius } from '../../ui/tokens.ts'

/** What a draft still lacks, with links to the fields in its settings. */
export const DraftReadiness = ({ project, tasks }: { project: ProjectDetails; tasks: number }) => (
  <Box
    sx={{
      px: 2,
      py: 1.25,
      border: '1px dashed',
      borderColor: 'divider',
      borderRadius: radius.medium,
      bgcolor: 'background.paper',
    }}
  >
    <ReadinessLine
      readiness={readinessOf(project, tasks)}
      renderMissing={(part, words) => (
        <Link
          component={RouterLink}
          to={part === 'tasks' ? paths.newTask(project.id) : paths.projectField(project.id, part)}
        >
          {words}
        </Link>
      )}
    />
  </Box>
)
