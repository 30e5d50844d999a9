import { Box, Chip, Typography } from '@mui/material'
import { useId } from 'react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { budgetText } from '#lib/amounts.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { shownDay } from '#ui/project/ProjectFacts.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { radius, weight } from '#ui/look/tokens.ts'

const deliverables =
  'Finished, usable work for every task you take on, handed over in the project with the sources and notes that somebody else needs to carry on.'
const successMetrics =
  'Your tasks are completed and accepted by the project’s owner, on the dates you agreed on, and nobody had to ask where things stand.'

const row = (label: string, text: string | null) => (text?.trim() ? [{ label, text: text.trim() }] : [])

const briefRows = ({ description, detailedDescription, weeklyHours, ...project }: ProjectDetails) => [
  { label: 'Description', text: description },
  ...row('Scope', detailedDescription),
  ...(weeklyHours > 0 ? [{ label: 'Weekly hours', text: `${weeklyHours} hours/week` }] : []),
  ...row('Budget', project.budget && budgetText(project.budget, project.currency)),
  ...row('Deadline', shownDay(project.estimatedDeadline)),
  // A fixed sentence stands in for text that the creator did not write.
  { label: 'Deliverables', text: project.deliverables?.trim() || deliverables },
  { label: 'Success Metrics', text: successMetrics },
  ...row('Tags', skillsList(project.tags ?? '').join(', ')),
]

const cell = { py: 2, px: 0, verticalAlign: 'top', textAlign: 'left', borderTop: 1, borderColor: 'divider' } as const

/** A long skill takes more lines: nobody could read one that is cut off. */
const wrappingChip = {
  maxWidth: '100%',
  height: 'auto',
  minHeight: 32,
  borderRadius: radius.panel,
  '& .MuiChip-label': { py: 0.25, whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const

/** The required skills, then the project's brief as a table. */
export const ProjectBrief = ({ project }: { project: ProjectDetails }) => {
  const skillsId = useId()
  const briefId = useId()
  const skills = skillsList(project.skills)
  return (
    <>
      <Box component="section" aria-labelledby={skillsId}>
        <Typography id={skillsId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
          Required skills
        </Typography>
        {skills.length > 0 ? (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {skills.map((skill) => (
              <Box component="li" key={skill} sx={{ minWidth: 0, maxWidth: '100%' }}>
                <Chip label={skill} variant="outlined" sx={wrappingChip} />
              </Box>
            ))}
          </Box>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>No specific skills required for this project.</Typography>
        )}
      </Box>
      <Box component="section" aria-labelledby={briefId}>
        <Typography id={briefId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
          Project brief
        </Typography>
        <Box component="table" aria-labelledby={briefId} sx={{ width: '100%', borderCollapse: 'collapse' }}>
          <tbody>
            {briefRows(project).map(({ label, text }) => (
              <tr key={label}>
                <Box
                  component="th"
                  scope="row"
                  sx={{ ...cell, width: { xs: 108, sm: 184 }, pr: 2, typography: 'body2', fontWeight: weight.semibold }}
                >
                  {label}
                </Box>
                <Box component="td" sx={{ ...cell, overflowWrap: 'anywhere' }}>
                  <RichText id={label} text={text} projectID={project.id} look="body1" />
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  )
}
