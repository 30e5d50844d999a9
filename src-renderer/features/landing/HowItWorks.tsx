import { Box, Typography } from '@mui/material'
import { Compass, Hammer, ListChecks, Megaphone, Sparkles, Users } from 'lucide-react'
import { radius, weight } from '#ui/look/tokens.ts'

const lanes = [
  {
    title: 'You have something to build',
    steps: [
      {
        Icon: Megaphone,
        title: 'Publish it',
        text: 'Say what it is, which skills it needs and how much there is to do.',
      },
      {
        Icon: ListChecks,
        title: 'Split it into tasks',
        text: 'By hand, or from a sentence: each task says what done looks like.',
      },
      {
        Icon: Users,
        title: 'Let people in',
        text: 'Approve applicants, invite people who fit, and watch the board move.',
      },
    ],
  },
  {
    title: 'You want good work to do',
    steps: [
      { Icon: Compass, title: 'Find a project', text: 'Search by skill and level. Nothing to pitch, nobody to call.' },
      { Icon: Hammer, title: 'Do the task', text: 'Pick one up, see it through, and hand it in for review.' },
      {
        Icon: Sparkles,
        title: 'Be known for it',
        text: 'Every finished task adds to a reputation that anyone can check.',
      },
    ],
  },
] as const

export const HowItWorks = () => (
  <Box component="section" aria-labelledby="how-it-works" sx={{ pt: { xs: 5, md: 8 }, pb: { xs: 8, md: 12 } }}>
    <Typography id="how-it-works" variant="h1" component="h2" sx={{ maxWidth: 640 }}>
      How it works
    </Typography>
    <Typography variant="lead" component="p" sx={{ mt: 1.5, maxWidth: 560, color: 'text.secondary' }}>
      Two ways in, one board. Most people end up using both.
    </Typography>
    <Box
      sx={{
        mt: { xs: 4, md: 6 },
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {lanes.map(({ title, steps }) => (
        <Box
          key={title}
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: radius.panel,
            bgcolor: 'background.paper',
            p: { xs: 3, md: 4 },
          }}
        >
          <Typography variant="h3">{title}</Typography>
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 3 }}>
            {steps.map(({ Icon, title: step, text }) => (
              <Box component="li" key={step} sx={{ display: 'flex', gap: 2 }}>
                <Box
                  sx={{
                    width: 40,
                    height: 40,
                    flex: 'none',
                    borderRadius: radius.medium,
                    display: 'grid',
                    placeItems: 'center',
                    color: 'primary.main',
                    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 11%, transparent)',
                  }}
                >
                  <Icon size={20} strokeWidth={1.75} aria-hidden />
                </Box>
                <Box>
                  <Typography sx={{ fontWeight: weight.semibold }}>{step}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
                    {text}
                  </Typography>
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  </Box>
)
