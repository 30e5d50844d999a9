import { Alert, AlertTitle, Button } from '@mui/material'

type ErrorStateProps = { title: string; text?: string; onRetry?: () => void; isRetrying?: boolean }

/** Says in words for a person what went wrong, and offers Retry. */
export const ErrorState = ({ title, text, onRetry, isRetrying = false }: ErrorStateProps) => (
  <Alert
    severity="error"
    variant="outlined"
    action={
      onRetry && (
        <Button color="inherit" size="small" onClick={onRetry} loading={isRetrying}>
          Retry
        </Button>
      )
    }
  >
    <AlertTitle sx={{ mb: text ? 0.5 : 0, color: 'error.main' }}>{title}</AlertTitle>
    {text}
  </Alert>
)
