import { Box, Button, IconButton, LinearProgress, Typography } from '@mui/material'
import { CircleAlert, CloudUpload, X } from 'lucide-react'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { radius, weight } from '#ui/look/tokens.ts'
import { formatSize } from '#lib/format-size.ts'
import { cancelUpload, retryUpload, type Upload } from './upload-queue.ts'

const stateText = ({ state, progress, file, error }: Upload): string => {
  if (state === 'failed') return error ?? ''
  if (state === 'waiting') return `Waiting · ${formatSize(file.size)}`
  if (progress === 1) return 'Almost there…'
  return `${formatSize(file.size * progress)} of ${formatSize(file.size)}`
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, file, state, progress, mayRetry } = upload
  const hasFailed = state === 'failed'
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: { xs: 1.5, md: 3 },
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', width: 24, color: hasFailed ? 'error.main' : 'primary.main' }}>
        {hasFailed ? <CircleAlert size={20} /> : <CloudUpload size={20} />}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        {!hasFailed && (
          <LinearProgress
            variant="determinate"
            value={Math.round(progress * 100)}
            aria-label={`Upload of ${file.name}`}
            sx={{ my: 0.75, borderRadius: radius.medium }}
          />
        )}
        <Typography
          variant="body2"
          className="tabular"
          sx={{ color: hasFailed ? 'error.main' : 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {stateText(upload)}
        </Typography>
      </Box>
      {hasFailed && mayRetry && (
        <Button size="small" onClick={() => retryUpload(id)} aria-label={`Retry ${file.name}`}>
          Retry
        </Button>
      )}
      <IconButton
        size="small"
        onClick={() => cancelUpload(id)}
        aria-label={hasFailed ? `Take ${file.name} off the list` : `Cancel ${file.name}`}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </Box>
  )
}

/** The uploads under way and those that failed. */
export const UploadList = ({ uploads }: { uploads: readonly Upload[] }) => {
  const area = useKeptFocus<HTMLUListElement>()
  return (
    <Box
      component="ul"
      ref={area}
      tabIndex={-1}
      aria-label="Uploads"
      sx={{ listStyle: 'none', m: 0, p: 0, mb: uploads.length > 0 ? 4 : 0, outline: 'none' }}
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </Box>
  )
}
