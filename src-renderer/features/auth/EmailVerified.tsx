import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { AuthHeading } from './AuthHeading.tsx'

/** Long enough to be read, short enough not to be waited for. */
const SHOWN_MS = 1500

/** The end of registration: signed in, and on to the landing page. */
export const EmailVerified = () => {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.landing(), { replace: true }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Box role="status">
      <Box sx={{ color: 'success.main', mb: 2 }}>
        <CircleCheck size={44} strokeWidth={1.5} aria-hidden />
      </Box>
      <AuthHeading title="Email Verified">Your account is ready, and you are signed in.</AuthHeading>
      <Button component={Link} to={paths.landing()} replace variant="contained">
        Continue
      </Button>
    </Box>
  )
}
