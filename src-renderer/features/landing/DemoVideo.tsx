import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Play } from 'lucide-react'
import { radius, size } from '../../ui/tokens.ts'

const chapters = [
  { at: '0:00', title: 'Publish a project' },
  { at: '0:30', title: 'Pick up a task' },
  { at: '1:00', title: 'Hand it in' },
  { at: '1:30', title: 'Watch it land' },
] as const

/** The place of the demo video. It says that there is none yet, instead of offering a button that plays nothing. */
export const DemoVideo = () => (
  <Box
    component="section"
    aria-labelledby="demo-video"
    sx={{
      borderRadius: radius.hero,
      overflow: 'hidden',
      color: '#eef6f1',
      background:
        'radial-gradient(90% 120% at 15% 0%, color-mix(in srgb, var(--mui-palette-primary-dark) 70%, #0d1512), #0d1512 75%)',
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
      alignItems: 'center',
    }}
  >
    <Box sx={{ p: { xs: 4, md: 7 } }}>
      <Typography id="demo-video" variant="h1" component="h2">
        See it in two minutes
      </Typography>
      <Typography variant="lead" component="p" sx={{ mt: 2, opacity: 0.86 }}>
        The demo video follows one task from an idea to done. We are still recording it; it will play right here.
      </Typography>
      <Box component="ol" sx={{ m: 0, mt: 3, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {chapters.map(({ at, title }) => (
          <Box component="li" key={at} sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', opacity: 0.92 }}>
            <Box component="span" className="tabular" sx={{ opacity: 0.65, minWidth: 36, fontSize: size.note }}>
              {at}
            </Box>
            {title}
          </Box>
        ))}
      </Box>
    </Box>
    <Box sx={{ p: { xs: 2, md: 4 }, pt: { xs: 0, md: 4 } }}>
      <Box
        sx={{
          aspectRatio: '16 / 10',
          borderRadius: radius.panel,
          border: '1px solid rgb(255 255 255 / 0.16)',
          bgcolor: 'rgb(255 255 255 / 0.05)',
          display: 'grid',
          placeItems: 'center',
          alignContent: 'center',
          gap: 2,
          textAlign: 'center',
          p: 2,
        }}
      >
        <Box
          sx={{
            width: 72,
            height: 72,
            borderRadius: radius.circle,
            display: 'grid',
            placeItems: 'center',
            border: '1.5px dashed rgb(255 255 255 / 0.5)',
          }}
        >
          <Play size={26} strokeWidth={1.5} aria-hidden />
        </Box>
        <Typography variant="body2" sx={{ opacity: 0.86 }}>
          Demo video, coming soon
        </Typography>
      </Box>
    </Box>
  </Box>
)
