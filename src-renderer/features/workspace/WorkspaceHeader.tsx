import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ProjectDetails } from '../../../shared/contract/index.ts'
import { ProjectStatusDot } from '../../ui/StatusDot.tsx'
import { weight } from '../../ui/tokens.ts'
import { NOT_LOADED } from './project-facts.ts'

/** The project's name above every tab. It is the page's h1, so tabs begin with an h2. */
export const WorkspaceHeader = ({ project }: { project: ProjectDetails | undefined }) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75, mb: { xs: 2, md: 3 } }}
  >
    <Typography variant="title" component="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      {project?.title ?? NOT_LOADED}
    </Typography>
    {project && (
      <Box sx={{ typography: 'body2', fontWeight: weight.semibold }}>
        <ProjectStatusDot project={project} where="workspace" />
      </Box>
    )}
  </Box>
)
