import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/**
 * What a person sees when a screen breaks. Retry loads the app anew, which also fetches the code of a newer version; the
 * details stay in the console, where React has put them.
 */
export const RouteError = () => (
  <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 3 }}>
    <PageTitle title="Something went wrong" />
    <Box sx={{ maxWidth: 440, textAlign: 'center', display: 'grid', justifyItems: 'center', gap: 2 }} role="alert">
      <BrandMark size={44} />
      <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
        Something went wrong
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        This screen could not be shown. Nothing you saved is lost. Try again, or go back to the start.
      </Typography>
      <Box sx={{ display: 'flex', gap: 1.5, mt: 1 }}>
        <Button variant="contained" onClick={() => location.reload()}>
          Retry
        </Button>
        <Button component={Link} to={paths.landing()} variant="outlined" reloadDocument>
          Home
        </Button>
      </Box>
    </Box>
  </Box>
)
