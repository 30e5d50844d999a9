import { Box, Typography } from '@mui/material'
import { ClipboardList, Scale, Users } from 'lucide-react'

const reasons = [
  {
    Icon: ClipboardList,
    title: 'From a sentence to a plan',
    text: 'Describe what you want in your own words. You get a brief and a first set of tasks, and change whatever you like before anybody sees it.',
  },
  {
    Icon: Users,
    title: 'People you can judge by their work',
    text: 'Everybody who applies has a profile of tasks they really finished. Approve them, or invite the people you want.',
  },
  {
    Icon: Scale,
    title: 'One place where it stands',
    text: 'A board, a backlog, files and a ledger of what was paid, for you and everyone who works on it. Nothing is finished until you say so.',
  },
] as const

/** Tells what creators do here. */
export const WhyCreate = () => (
  <Box component="section" aria-labelledby="why-create" sx={{ mt: { xs: 6, md: 9 } }}>
    <Typography id="why-create" variant="h2">
      What creators get
    </Typography>
    <Box
      sx={{
        mt: 3,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {reasons.map(({ Icon, title, text }) => (
        <Box key={title} sx={{ borderTop: 1, borderColor: 'divider', pt: 2.5 }}>
          <Icon size={22} strokeWidth={1.75} aria-hidden color="var(--mui-palette-primary-main)" />
          <Typography variant="h3" sx={{ mt: 1.5 }}>
            {title}
          </Typography>
          <Typography sx={{ mt: 0.75, color: 'text.secondary' }}>{text}</Typography>
        </Box>
      ))}
    </Box>
  </Box>
)
