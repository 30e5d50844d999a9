import { Box, Chip } from '@mui/material'

/** Skills as chips; those beyond `max` are only counted. */
export const SkillChips = ({ skills, max = Number.POSITIVE_INFINITY }: { skills: readonly string[]; max?: number }) => {
  const more = Math.max(0, skills.length - max)
  return (
    <Box
      component="ul"
      aria-label="Skills"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {skills.slice(0, max).map((skill) => (
        <Box component="li" key={skill} sx={{ minWidth: 0, maxWidth: '100%' }}>
          <Chip size="small" variant="outlined" label={skill} title={skill} sx={{ maxWidth: '100%' }} />
        </Box>
      ))}
      {more > 0 && (
        <Box
          component="li"
          className="tabular"
          sx={{
            typography: 'body2',
            color: 'text.secondary',
            alignSelf: 'center',
            whiteSpace: 'nowrap',
            flexShrink: 0,
          }}
        >
          +{more} more
        </Box>
      )}
    </Box>
  )
}
