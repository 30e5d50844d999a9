import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense } from 'react'
import type { ProjectFile } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { formatSize } from '#lib/format-size.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { radius, size } from '#ui/look/tokens.ts'
import { useDownloadFile } from './mutations.ts'
import { previewQuery } from './queries.ts'

// The code that draws PDFs is as large as the rest of the app, so it comes when a PDF is opened.
const PdfPreview = lazyPart(async () => (await import('./pdf/PdfPreview.tsx')).PdfPreview)

const Loading = () => (
  <DelayedSkeleton>
    <Skeleton variant="rounded" role="img" aria-label="Loading the file" sx={{ height: { xs: 240, md: 420 } }} />
  </DelayedSkeleton>
)

const Content = ({ file }: { file: ProjectFile }) => {
  const { data, error, isFetching, refetch } = useQuery(previewQuery(file))
  // A file that cannot be shown stays so: only what may be otherwise the next time can be tried again.
  const mayChange = !isApiError(error) || error.status !== 422
  if (error)
    return (
      <ErrorState
        title="The file cannot be shown"
        text={isApiError(error) ? error.serverMessage : ''}
        {...(mayChange && { onRetry: () => void refetch(), isRetrying: isFetching })}
      />
    )
  if (!data) return <Loading />
  if (data.kind === 'pdf')
    return (
      <Suspense fallback={<Loading />}>
        <PdfPreview base64={data.pdf ?? ''} name={file.name} />
      </Suspense>
    )
  if (data.kind === 'picture')
    return (
      <Box
        component="img"
        src={data.picture ?? ''}
        alt={file.name}
        sx={{ display: 'block', mx: 'auto', maxWidth: '100%', maxHeight: '70vh', borderRadius: radius.medium }}
      />
    )
  return (
    <Box>
      <Box
        component="pre"
        dir="auto"
        // Anyone who has no mouse scrolls a long text by keys.
        tabIndex={0}
        aria-label={`The text of ${file.name}`}
        sx={{
          m: 0,
          p: 1.5,
          maxHeight: '65vh',
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          fontFamily: 'monospace',
          fontSize: size.small,
          bgcolor: 'action.hover',
          borderRadius: radius.medium,
        }}
      >
        {data.text}
      </Box>
      {data.isCut && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          This is the beginning. The whole file has {formatSize(file.size)}.
        </Typography>
      )}
    </Box>
  )
}

type FilePreviewDialogProps = { file: ProjectFile; isOpen: boolean; onClose: () => void }

/** A picture, a text or a PDF of the project, to look at without downloading it. */
export const FilePreviewDialog = ({ file, isOpen, onClose }: FilePreviewDialogProps) => {
  const download = useDownloadFile()
  return (
    <FormDialog title={file.name} isOpen={isOpen} onClose={onClose} maxWidth="lg" hasCross>
      <DialogBody
        actions={
          <>
            <Button color="inherit" onClick={onClose}>
              Close
            </Button>
            <Button
              variant="contained"
              startIcon={<Download size={18} aria-hidden />}
              loading={download.isPending}
              loadingPosition="start"
              onClick={() => download.mutate(file)}
            >
              Download
            </Button>
          </>
        }
      >
        <Content file={file} />
      </DialogBody>
    </FormDialog>
  )
}
