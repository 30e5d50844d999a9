import { Box, CircularProgress, IconButton, Link, Skeleton, Tooltip, Typography } from '@mui/material'
import { Download, FileText, Image as ImageIcon, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { ProjectFile } from '#shared/contract/index.ts'
import { previewKindOf } from '#shared/rules/file-preview.ts'
import { nameOf } from '#shared/rules/person.ts'
import { useCapability } from '#data/capabilities.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { size, staleMotion, weight } from '#ui/look/tokens.ts'
import { formatSize } from '#lib/format-size.ts'
import { useDeleteFile, useDownloadFile } from './mutations.ts'

const FilePreviewDialog = lazyPart(async () => (await import('./FilePreviewDialog.tsx')).FilePreviewDialog)

const whyNotDelete = 'Only owners, admins and the person who uploaded a file can delete it.'

/** The columns of wide screens; on narrow ones a file's details go below its name. */
const columns = {
  display: 'grid',
  alignItems: 'center',
  columnGap: { xs: 1.5, md: 3 },
  gridTemplateColumns: { xs: '24px minmax(0, 1fr) auto', md: '24px minmax(0, 1fr) 90px 170px 120px 84px' },
} as const
const acrossRows = { gridRow: { xs: '1 / span 2', md: '1' } } as const
const facts = {
  display: { xs: 'flex', md: 'contents' },
  flexWrap: 'wrap',
  columnGap: 0.75,
  gridColumn: 2,
  color: 'text.secondary',
  fontSize: size.small,
  '& > * + *::before': { content: { xs: "'· '", md: 'none' } },
} as const

const Head = () => (
  <Box
    aria-hidden
    sx={{ ...columns, display: { xs: 'none', md: 'grid' }, pb: 1, color: 'text.secondary', fontSize: size.note }}
  >
    <span />
    <span>Name</span>
    <Box component="span" sx={{ textAlign: 'right' }}>
      Size
    </Box>
    <span>Uploaded by</span>
    <span>Date</span>
  </Box>
)

/** Takes the place of a button's icon. The button stays enabled, because a disabled one would lose the focus. */
const Busy = () => <CircularProgress size={18} color="inherit" aria-hidden />

type FileRowProps = { file: ProjectFile; mayDelete: boolean; onLook: ((file: ProjectFile) => void) | null }

const FileRow = ({ file, mayDelete, onLook }: FileRowProps) => {
  const download = useDownloadFile()
  const remove = useDeleteFile()
  const askAndDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${file.name}?`,
      text: 'It is gone for everyone in the project. This cannot be undone.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate(file)
  }
  return (
    <Box
      component="li"
      sx={{ ...columns, py: 1.25, borderTop: 1, borderColor: 'divider', opacity: remove.isPending ? 0.5 : 1 }}
    >
      <Box aria-hidden sx={{ ...acrossRows, display: 'flex', color: 'text.secondary' }}>
        {previewKindOf(file.contentType) === 'picture' ? <ImageIcon size={20} /> : <FileText size={20} />}
      </Box>
      <Typography sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
        {onLook && previewKindOf(file.contentType) ? (
          <Link
            component="button"
            type="button"
            color="inherit"
            underline="hover"
            aria-haspopup="dialog"
            data-result
            onClick={() => onLook(file)}
            sx={{ font: 'inherit', textAlign: 'left' }}
          >
            {file.name}
          </Link>
        ) : (
          file.name
        )}
      </Typography>
      <Box className="tabular" sx={facts}>
        <Box component="span" sx={{ textAlign: { md: 'right' } }}>
          {formatSize(file.size)}
        </Box>
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <Link component={RouterLink} to={paths.profile(file.uploadedByUsername)} color="inherit" underline="hover">
            {nameOf({ name: file.uploadedByName, username: file.uploadedByUsername })}
          </Link>
        </Box>
        <time dateTime={file.createdAt}>{formatDate(file.createdAt)}</time>
      </Box>
      <Box sx={{ ...acrossRows, gridColumn: { xs: 3, md: 6 }, display: 'flex', justifyContent: 'flex-end' }}>
        <IconButton
          aria-label={`Download ${file.name}`}
          data-result
          aria-busy={download.isPending}
          onClick={() => {
            if (!download.isPending) download.mutate(file)
          }}
        >
          {download.isPending ? <Busy /> : <Download size={18} aria-hidden />}
        </IconButton>
        <Tooltip title={mayDelete ? '' : whyNotDelete} describeChild>
          {/* The button takes the focus although it does nothing, so that keyboard and touch can read the reason. */}
          <IconButton
            aria-label={`Delete ${file.name}`}
            aria-disabled={!mayDelete}
            aria-busy={remove.isPending}
            onClick={() => {
              if (!mayDelete) toast(whyNotDelete)
              else if (!remove.isPending) void askAndDelete()
            }}
            sx={{ opacity: mayDelete ? 1 : 0.45 }}
          >
            {remove.isPending ? <Busy /> : <Trash2 size={18} aria-hidden />}
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  )
}

type FileListProps = {
  files: readonly ProjectFile[]
  mayDelete: (file: ProjectFile) => boolean
  /** Whether another or newer page is being read. */
  isStale: boolean
}

/** A page of a project's files. After a row is deleted, the first remaining button has the focus. */
export const FileList = ({ files, mayDelete, isStale }: FileListProps) => {
  const area = useKeptFocus<HTMLUListElement>('button[aria-label]:enabled')
  const hasPreview = useCapability('preview', true)
  const [looked, setLooked] = useState<{ file: ProjectFile; isOpen: boolean } | null>(null)
  return (
    <>
      <Head />
      <Box
        component="ul"
        ref={area}
        tabIndex={-1}
        aria-label="Files"
        aria-busy={isStale}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          outline: 'none',
          opacity: isStale ? 0.6 : 1,
          transition: staleMotion,
        }}
      >
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            mayDelete={mayDelete(file)}
            onLook={hasPreview ? (chosen) => setLooked({ file: chosen, isOpen: true }) : null}
          />
        ))}
      </Box>
      {looked && (
        <Suspense>
          <FilePreviewDialog
            key={looked.file.id}
            {...looked}
            onClose={() => setLooked((now) => now && { ...now, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  )
}

/** The list's shape while it loads. */
export const FileListSkeleton = () => (
  <Box component="ul" aria-label="Loading files" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {[0, 1, 2, 3].map((row) => (
      <Box
        component="li"
        key={row}
        sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Skeleton variant="circular" width={24} height={24} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width="42%" height={24} />
          <Skeleton width="24%" height={18} sx={{ display: { md: 'none' } }} />
        </Box>
        <Skeleton variant="rounded" width={72} height={28} />
      </Box>
    ))}
  </Box>
)
