import { Box, Button } from '@mui/material'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'

type MovingOnProps = {
  title: string
  text: string
  /** The path that the button leads to, and the screen itself after a while. */
  to: string
  buttonLabel: string
  afterMs: number
}

/** Says that something worked, for long enough to read it, then moves on by itself. */
export const MovingOn = ({ title, text, to, buttonLabel, afterMs }: MovingOnProps) => {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs])
  return (
    <Box role="status">
      <Box sx={{ color: 'success.main', mb: 2 }}>
        <CircleCheck size={44} strokeWidth={1.5} aria-hidden />
      </Box>
      <AuthHeading title={title}>{text}</AuthHeading>
      <Button component={Link} to={to} replace variant="contained" size="large" fullWidth>
        {buttonLabel}
      </Button>
    </Box>
  )
}
