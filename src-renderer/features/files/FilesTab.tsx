import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Upload as UploadIcon } from 'lucide-react'
import { useRef } from 'react'
import type { ProjectFile } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { addressState, pageNumber, useListState } from '#lib/address-state.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PagedResults } from '#ui/list/PagedResults.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius } from '#ui/look/tokens.ts'
import { BarAction, InBar } from '#ui/layout/WorkspaceBar.tsx'
import { FileList, FileListSkeleton } from './FileList.tsx'
import { filesQuery } from './queries.ts'
import { addUploads, sizeLimitText, useUploads } from './upload-queue.ts'
import { UploadList } from './UploadList.tsx'
import { useFileDrop } from './use-file-drop.ts'

const filesAddress = addressState({ page: pageNumber })

type UploadButtonProps = { onFiles: (files: File[]) => void; inEmptyState?: boolean }

const UploadButton = ({ onFiles, inEmptyState = false }: UploadButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {inEmptyState ? (
        <Button
          variant="outlined"
          startIcon={<UploadIcon size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Upload the first file
        </Button>
      ) : (
        <BarAction label="Upload files" icon={UploadIcon} onClick={() => input.current?.click()} />
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(!inEmptyState && { 'data-testid': 'file-input' })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Clearing the value lets the same file be chosen once more.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const DropHint = ({ isOver }: { isOver: boolean }) => (
  <Box
    sx={{
      display: { xs: isOver ? 'block' : 'none', md: 'block' },
      p: 2,
      mb: 2,
      textAlign: 'center',
      border: '1px dashed',
      borderColor: isOver ? 'primary.main' : 'divider',
      borderRadius: radius.medium,
      color: isOver ? 'primary.main' : 'text.secondary',
      bgcolor: isOver
        ? 'color-mix(in srgb, var(--mui-palette-primary-main) 8%, var(--mui-palette-background-paper))'
        : 'background.paper',
    }}
  >
    {isOver ? 'Drop to upload' : 'Or drop files anywhere on this page'}
  </Box>
)

const countLine = (total: number) => (total === 1 ? '1 file' : `${total.toLocaleString('en-US')} files`)

/** A project's files: upload, download and delete. Uploads go on while other tabs are open. */
export const FilesTab = ({ projectID }: { projectID: string }) => {
  const { values, hrefOf, change } = useListState(filesAddress)
  const { page } = values
  const viewerID = useSession((session) => session.userID)
  const role = useProjectRole(projectID)
  const query = useQuery(filesQuery(projectID, page))
  const { uploads, said } = useUploads()
  const add = (files: File[]) => addUploads(projectID, files)
  const isOver = useFileDrop(add)
  const mayDelete = (file: ProjectFile) => file.uploadedByID === viewerID || isManager(role)
  const { data, error, isPlaceholderData } = query
  return (
    <Box>
      <Typography variant="h2" sx={visuallyHidden}>
        Files
      </Typography>
      <InBar area="actions">
        <UploadButton onFiles={add} />
      </InBar>
      <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary' }}>
        For everyone in this project. {sizeLimitText}
      </Typography>
      <DropHint isOver={isOver} />
      <Box role="log" aria-label="Results of uploads" sx={visuallyHidden}>
        {said.map((text, at) => (
          <p key={at}>{text}</p>
        ))}
      </Box>
      <UploadList uploads={uploads.filter((upload) => upload.projectID === projectID)} />
      <Typography
        variant="body2"
        role="status"
        className="tabular"
        sx={{ mb: 1.5, minHeight: '1.55em', color: 'text.secondary' }}
      >
        {data && !error && data.pagination.total > 0 ? countLine(data.pagination.total) : ''}
      </Typography>
      <PagedResults
        query={query}
        count={data?.data.length}
        page={page}
        totalPages={data?.pagination.totalPages ?? 0}
        hrefOf={(next) => hrefOf({ page: next })}
        onBeyondTheEnd={(last) => change({ page: last }, { replace: true })}
        failureTitle="Failed to load files"
        skeleton={<FileListSkeleton />}
        empty={
          <EmptyState
            kind="files"
            headingLevel={3}
            title="No files yet"
            text="What you upload here can be downloaded by everyone in the project."
            action={<UploadButton inEmptyState onFiles={add} />}
          />
        }
      >
        <FileList files={data?.data ?? []} mayDelete={mayDelete} isStale={isPlaceholderData} />
      </PagedResults>
    </Box>
  )
}
