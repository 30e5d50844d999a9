import { Box, ButtonBase, Link, Typography } from '@mui/material'
import { ChevronRight, ChevronsUpDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { useUserType } from '#lib/user-type.ts'
import { ProjectStatusDot } from '#ui/board/StatusDot.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { NOT_LOADED } from './project-facts.ts'

const ProjectSwitcher = lazyPart(async () => (await import('./ProjectSwitcher.tsx')).ProjectSwitcher)

const oneLine = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Where the project is: a link back to the list that it is in, for the viewer's mode. */
const Breadcrumb = () => {
  const mode = useUserType((state) => state.userType)
  const [label, to] =
    mode === 'creator'
      ? (['Active Projects', paths.ownerDashboard()] as const)
      : (['My Projects', paths.myProjects()] as const)
  return (
    <Box
      component="nav"
      aria-label="Breadcrumb"
      sx={{ display: 'flex', alignItems: 'center', flex: 'none', color: 'text.secondary' }}
    >
      <Link
        component={RouterLink}
        to={to}
        color="inherit"
        underline="hover"
        aria-label={label}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          justifyContent: 'center',
          minWidth: 32,
          minHeight: 32,
          borderRadius: radius.medium,
          fontSize: size.small,
          '& svg': { display: { sm: 'none' }, rotate: '180deg' },
        }}
      >
        <ChevronRight size={20} aria-hidden />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {label}
        </Box>
      </Link>
      <Box aria-hidden sx={{ display: { xs: 'none', sm: 'flex' }, ml: 0.5 }}>
        <ChevronRight size={16} />
      </Box>
    </Box>
  )
}

type WorkspaceHeaderProps = {
  projectID: string
  project: ProjectDetails | undefined
  /** Whether nothing is known of the project yet. */
  isLoading: boolean
}

/**
 * The project's name in the workspace's bar, with the way back to the list of projects. The name is the page's h1, so tabs
 * begin with an h2; a press on it opens the list of the viewer's other projects.
 */
export const WorkspaceHeader = ({ projectID, project, isLoading }: WorkspaceHeaderProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return (
    <>
      <Breadcrumb />
      <Typography variant="h4" component="h1" sx={{ ...oneLine, overflow: 'visible', display: 'flex' }}>
        {isLoading ? (
          <Box component="span" sx={{ ...oneLine, px: 1, color: 'text.secondary', fontWeight: weight.regular }}>
            Loading project...
          </Box>
        ) : (
          <ButtonBase
            ref={button}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            title="Switch project"
            onClick={open}
            sx={{
              minWidth: 0,
              minHeight: 36,
              px: 1,
              gap: 0.75,
              borderRadius: radius.medium,
              font: 'inherit',
              '&:hover': { bgcolor: 'action.hover' },
              '& svg': { flex: 'none', color: 'text.secondary' },
            }}
          >
            <Box component="span" sx={oneLine}>
              {project?.title ?? NOT_LOADED}
            </Box>
            <ChevronsUpDown size={16} aria-hidden />
          </ButtonBase>
        )}
      </Typography>
      {project && (
        <Box
          sx={{
            flex: 'none',
            ml: 0.5,
            fontSize: size.note,
            color: 'text.secondary',
            display: { xs: 'none', sm: 'block' },
          }}
        >
          <ProjectStatusDot project={project} where="workspace" />
        </Box>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <ProjectSwitcher projectID={projectID} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
