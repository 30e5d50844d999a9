import { Box, Button, Chip, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { SimilarProject } from '#shared/contract/index.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { prefetchProject, similarProjectsQuery } from '#data/projects.ts'
import { errorText } from '#lib/query-client.ts'
import { paths } from '#lib/paths.ts'
import { stockImage } from '#ui/project/illustrations.ts'
import { palettesOf } from '#ui/project/palettes.ts'
import { clamp } from '#ui/look/text-looks.ts'
import { Thumbnail } from '#ui/project/Thumbnail.tsx'
import { hoverMotion, radius, size, weight } from '#ui/look/tokens.ts'

const SKILLS_SHOWN = 3

const SimilarCard = ({ project, palette }: { project: SimilarProject; palette: number | undefined }) => {
  const client = useQueryClient()
  const skills = skillsList(project.skills)
  const more = skills.length - SKILLS_SHOWN
  const prefetch = () => prefetchProject(client, project.id)
  return (
    <Box
      component={Link}
      to={paths.projectDialog(project.id)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        color: 'text.primary',
        textDecoration: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        overflow: 'hidden',
        transition: hoverMotion,
        '&:hover': { borderColor: 'primary.main' },
        '&:focus-visible': { outlineOffset: '-2px' },
      }}
    >
      <Box sx={{ height: 88 }}>
        <Thumbnail src={stockImage(project.title)} fallbackText="Project" palette={palette} />
      </Box>
      <Box sx={{ p: 1.5, display: 'grid', gap: 1, flex: 1, alignContent: 'space-between' }}>
        <Typography
          variant="body2"
          component="h3"
          sx={{
            fontWeight: weight.semibold,
            ...clamp(2),
          }}
        >
          {project.title}
        </Typography>
        {skills.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
            {skills.slice(0, SKILLS_SHOWN).map((skill) => (
              <Chip key={skill} size="small" variant="outlined" label={skill} sx={{ maxWidth: '100%' }} />
            ))}
            {more > 0 && (
              <Typography component="span" sx={{ fontSize: size.note, color: 'text.secondary', ml: 0.5 }}>
                +{more} more
              </Typography>
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const Strip = ({ projectID }: { projectID: string }) => {
  const { data, error, refetch } = useQuery(similarProjectsQuery(projectID))
  if (error && !data)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, color: 'text.secondary' }}>
        <span>{errorText(error, 'Failed to get suggested projects')}</span>
        <Button size="small" onClick={() => void refetch()}>
          Retry
        </Button>
      </Box>
    )
  if (!data)
    return (
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        Loading similar projects...
      </Typography>
    )
  if (data.length === 0) return <Typography sx={{ color: 'text.secondary' }}>No similar projects available</Typography>
  const colours = palettesOf(data)
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        // The padding leaves room for the focus ring, which the scrolling box would cut off.
        p: '3px',
        display: 'grid',
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '72%', sm: '232px' },
        gap: 2,
        overflowX: 'auto',
        scrollSnapType: 'x proximity',
        scrollbarWidth: 'thin',
      }}
    >
      {data.map((project, index) => (
        <Box component="li" key={project.id} sx={{ scrollSnapAlign: 'start', minWidth: 0 }}>
          <SimilarCard project={project} palette={colours[index]} />
        </Box>
      ))}
    </Box>
  )
}

/** Other open projects with similar skills and tier; each opens its own dialog. */
export const SimilarProjects = ({ projectID }: { projectID: string }) => {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        Similar Projects
      </Typography>
      <Strip projectID={projectID} />
    </Box>
  )
}
